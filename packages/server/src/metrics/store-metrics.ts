/** What the store can say of itself at a scrape: work that waits, and what has failed. */
import { Counter, Gauge, type Registry } from "prom-client";
import type { Membership } from "../store/cluster/membership.ts";
import { countWork, MAX_COUNTED, type WorkCounts } from "../store/cluster/work-counts.ts";
import type { StorePart } from "../store/db/failures.ts";
import type { Store } from "../store/db/store.ts";
import type { MimePool } from "../worker/pool.ts";

export interface WatchedParts {
  store: Store;
  membership: Membership;
  mime: MimePool;
}

/** Prometheus waits ten seconds. */
const DATABASE_TIMEOUT_MS = 3000;

const ofDatabase = `in the whole database: every process says the same. Counted up to ${MAX_COUNTED}.`;

/** @returns what has to be awaited before each scrape; it never rejects */
export function addStoreMetrics(registry: Registry, { store, membership, mime }: WatchedParts): () => Promise<void> {
  const registers = [registry];
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []): Gauge<Label> =>
    new Gauge({ name: `pismo_${name}`, help, labelNames, registers });

  const isUp = gauge("database_up", "Whether the database answered this scrape within three seconds.");
  const recipients = gauge("outbox_recipients", `Recipients of the sending queue ${ofDatabase}`, ["state"]);
  const mirrors = gauge("mirrors", `Mirrored accounts by state ${ofDatabase}`, ["state"]);
  const changes = gauge("mirror_changes_waiting", `Changes that mail servers do not have yet ${ofDatabase}`);
  const responses = gauge("vacation_responses_waiting", `Vacation responses to be decided ${ofDatabase}`);
  const leases = gauge("mirror_leases", "Mirrors whose lease this process holds.");
  const ofCounts = [recipients, mirrors, changes, responses, leases];

  function show(counts: WorkCounts): void {
    for (const [state, count] of Object.entries(counts.recipients)) recipients.set({ state }, count);
    for (const [state, count] of Object.entries(counts.mirrors)) mirrors.set({ state }, count);
    changes.set(counts.changes);
    responses.set(counts.vacationResponses);
    leases.set(counts.leases);
  }

  const processes = gauge("processes", "Live processes on the database; 0: this one cannot show them that it lives.");
  const tasks = gauge("tasks", "Tasks of the parser's threads and of the processes for long queries.", [
    "pool",
    "state",
  ]);
  addFailures(registry, store, "database");
  addFailures(registry, store, "blobs");

  function showTasks(): void {
    const pools = { parser: mime.load(), long_queries: store.longQueries.load() };
    for (const [pool, { running, waiting }] of Object.entries(pools)) {
      tasks.set({ pool, state: "running" }, running);
      tasks.set({ pool, state: "waiting" }, waiting);
    }
  }

  /** One reading at a time: a database that hangs gets no further ones. */
  let reading: Promise<WorkCounts> | undefined;
  const read = (): Promise<WorkCounts> => {
    reading ??= store
      .read((reader) => countWork(reader, membership.id, new Date()))
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };

  return async () => {
    processes.set(membership.live.length);
    showTasks();
    try {
      show(await within(DATABASE_TIMEOUT_MS, read()));
      isUp.set(1);
    } catch {
      // The failure is counted by the store. Numbers of an earlier scrape would be taken for those of now.
      for (const each of ofCounts) each.reset();
      isUp.set(0);
    }
  };
}

function addFailures(registry: Registry, store: Store, part: StorePart): void {
  const counter = new Counter({
    name: `pismo_${part === "blobs" ? "blob" : "database"}_errors_total`,
    help: `Failures of the ${part}, by kind.`,
    labelNames: ["kind"],
    registers: [registry],
    collect() {
      counter.reset();
      for (const [kind, count] of store.failures.counts(part)) counter.inc({ kind }, count);
    },
  });
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the database takes too long")), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
