/**
 * A day of one database with its processes, request by request: each waits for a core of a process, then for one of the
 * database. Times between requests and of each request are exponential; a balancer gives a request to the first free core.
 */
import { type Act, actNames, type Cost, type Costs } from "./costs.ts";
import { burstOf, type Load, openPages, shareOf } from "./load.ts";

export interface Cell {
  mailboxes: number;
  processes: number;
  /** Of each process: its own thread and what it gives to workers. */
  coresOfProcess: number;
  databaseCores: number;
}

export interface Losses {
  /** Second of the day at which a process is killed, and stays away. */
  processAt: number;
  /** How long the balancer still sends requests to it. */
  noticedAfter: number;
  /** Second of the day at which the database stops, until its replica has taken over. */
  databaseAt: number;
  databaseAway: number;
}

export interface Day {
  requests: number;
  /** Milliseconds from arriving to answered. */
  median: number;
  p99: number;
  /** Of the busiest hour without its loss. */
  busiestP99: number;
  /** Seconds, whatever happened. */
  longest: number;
  /** Of the busiest minute. */
  busyOfProcesses: number;
  busyOfDatabase: number;
  /** Seconds until a second's 99th percentile was below `CALM_MS` again. */
  calmAfterProcess: number;
  calmAfterDatabase: number;
}

interface Request {
  at: number;
  cost: Cost;
  /** When it was first sent. */
  sentAt: number;
}

const DAY = 86_400;
const CALM_MS = 250;
/** A page that lost its connection comes back within so many seconds, at random. */
const RECONNECT_SECONDS = 10;
const RETRY_SECONDS = 1;

/** Repeatable: the same day for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Cores {
  /** When each is free, in seconds. */
  #free: number[];
  busy = 0;

  constructor(count: number) {
    this.#free = Array<number>(count).fill(0);
  }

  /** @returns when it is done */
  run(at: number, seconds: number): number {
    let first = 0;
    for (let core = 1; core < this.#free.length; core++) if (this.#free[core]! < this.#free[first]!) first = core;
    this.busy += seconds;
    return (this.#free[first] = Math.max(at, this.#free[first]!) + seconds);
  }

  get count(): number {
    return this.#free.length;
  }

  remove(count: number): void {
    this.#free = this.#free.slice(count);
  }

  stopUntil(at: number): void {
    this.#free = this.#free.map((free) => Math.max(free, at));
  }
}

/** Requests of each kind in a second, on average. */
function ratesAt(second: number, { mailboxes }: Cell, load: Load): [Act, number][] {
  const share = shareOf(second, load);
  const people = mailboxes * load.activeShare;
  const arrivals = mailboxes * load.arrivals * share * burstOf(second, load);
  const changes = people * share * ((load.acts["mark a letter"] ?? 0) + (load.acts["move a letter"] ?? 0));
  const isOpen = openPages(second, mailboxes, load) / mailboxes;
  return actNames.map((act) => {
    if (act === "a letter arrives") return [act, arrivals];
    // A page hears of what arrives, and the other pages of a person of what one has changed: one in ten has two.
    if (act === "an open page hears of a change") return [act, arrivals * isOpen + changes / 10];
    return [act, people * (load.acts[act] ?? 0) * share];
  });
}

function poisson(mean: number, random: () => number): number {
  if (mean > 50) {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
  }
  let [count, left] = [-1, 1];
  for (const limit = Math.exp(-mean); left > limit; count++) left *= random();
  return Math.max(0, count);
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Waiting times by powers of 1.05 of a microsecond: a day has millions. */
class Histogram {
  readonly #counts = new Map<number, number>();
  count = 0;

  add(milliseconds: number): void {
    const key = Math.ceil(Math.log(Math.max(milliseconds, 0.001) * 1000) / Math.log(1.05));
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    this.count++;
  }

  at(share: number): number {
    let left = this.count * share;
    for (const [key, count] of [...this.#counts].sort(([one], [other]) => one - other)) {
      left -= count;
      if (left <= 0) return 1.05 ** key / 1000;
    }
    return 0;
  }
}

export function simulate(cell: Cell, costs: Costs, load: Load, losses: Losses, seed = 1): Day {
  const random = randomFrom(seed);
  const exponential = (mean: number): number => -Math.log(1 - random()) * mean;
  const processes = new Cores(cell.processes * cell.coresOfProcess);
  const database = new Cores(cell.databaseCores);
  const [all, busiest] = [new Histogram(), new Histogram()];
  const busiestHour = load.hours.indexOf(Math.max(...load.hours));
  let returning: Request[] = [];
  let longest = 0;
  const [busyOf, calm] = [
    { processes: 0, database: 0 },
    { process: 0, database: 0 },
  ];
  let minute = { processes: 0, database: 0 };

  for (let second = 0; second < DAY; second++) {
    if (second === losses.processAt) {
      processes.remove(cell.coresOfProcess);
      const pages = openPages(second, cell.mailboxes, load) / cell.processes;
      for (let page = 0; page < pages; page++) {
        const at = second + random() * RECONNECT_SECONDS;
        returning.push({ at, sentAt: at, cost: costs.of["open the page"] });
      }
    }
    if (second === losses.databaseAt) database.stopUntil(second + losses.databaseAway);

    const isUnnoticed = second >= losses.processAt && second < losses.processAt + losses.noticedAfter;
    const requests = returning.filter(({ at }) => at < second + 1);
    returning = returning.filter(({ at }) => at >= second + 1);
    for (const [act, rate] of ratesAt(second, cell, load)) {
      for (let left = poisson(rate, random); left > 0; left--) {
        const at = second + random();
        const request = { at, sentAt: at, cost: costs.of[act] };
        // The dead process refuses it, and the page sends it again.
        if (isUnnoticed && random() < 1 / cell.processes) returning.push({ ...request, at: at + RETRY_SECONDS });
        else requests.push(request);
      }
    }

    const atDatabase = requests
      .sort((one, other) => one.at - other.at)
      .map(({ at, sentAt, cost }) => ({ sentAt, cost, at: processes.run(at, exponential(cost.pismo) / 1000) }))
      .sort((one, other) => one.at - other.at);
    const waited = atDatabase.map(({ at, sentAt, cost }) => {
      const milliseconds = (database.run(at, exponential(cost.database) / 1000) - sentAt) * 1000;
      all.add(milliseconds);
      longest = Math.max(longest, milliseconds / 1000);
      return milliseconds;
    });
    const isBusiest = Math.floor(second / 3600) === busiestHour;
    if (isBusiest && second < losses.processAt) for (const milliseconds of waited) busiest.add(milliseconds);
    if (
      percentile(
        waited.toSorted((one, other) => one - other),
        0.99,
      ) > CALM_MS
    ) {
      if (second >= losses.databaseAt) calm.database = second + 1 - losses.databaseAt;
      else if (second >= losses.processAt) calm.process = second + 1 - losses.processAt;
    }
    if (second % 60 === 59) {
      busyOf.processes = Math.max(busyOf.processes, (processes.busy - minute.processes) / 60 / processes.count);
      busyOf.database = Math.max(busyOf.database, (database.busy - minute.database) / 60 / database.count);
      minute = { processes: processes.busy, database: database.busy };
    }
  }
  return {
    requests: all.count,
    median: all.at(0.5),
    p99: all.at(0.99),
    busiestP99: busiest.at(0.99),
    longest,
    busyOfProcesses: busyOf.processes,
    busyOfDatabase: busyOf.database,
    calmAfterProcess: calm.process,
    calmAfterDatabase: calm.database,
  };
}
