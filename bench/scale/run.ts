/**
 * npm run bench:scale [-- --load FILE]: what ten thousand, a million and a hundred million mailboxes take, from the
 * newest kept result of `npm run bench -- --parts cluster`, and a simulated day of one database with its losses.
 */
import { parseArgs } from "node:util";
import { type Act, actNames, type Cost, type Costs, measuredCosts } from "./costs.ts";
import { burstOf, type Load, loadFrom, openPages, shareOf } from "./load.ts";
import { type Cell, type Day, type Losses, simulate } from "./simulate.ts";

const SIZES = [10_000, 1_000_000, 100_000_000];
/** Of one database: what can be restored, moved and vacuumed in hours. */
const MAX_TERABYTES_OF_DATABASE = 5;
/** Of all cores in the busiest minute, with one process lost: the rest is for bursts that are not in the load. */
const MAX_BUSY = 0.6;
const CORES_OF_PROCESS = 2;
const MIN_PROCESSES = 3;
const DATABASE_CORES = [2, 4, 8, 16, 32, 64];
/** A third for what autovacuum, checkpoints and replication take: it is not in the cost of a request. */
const DATABASE_OVERHEAD = 4 / 3;
const MAX_CONNECTIONS_OF_PROCESS = 14;

const losses: Losses = { processAt: 9.5 * 3600, noticedAfter: 5, databaseAt: 15 * 3600, databaseAway: 20 };

interface Plan extends Cell {
  cells: number;
}

/** Milliseconds of a core in the busiest second of a mailbox. */
function busiestOf(costs: Costs, load: Load): Cost {
  let busiest: Cost = { pismo: 0, database: 0 };
  for (let second = 0; second < 86_400; second += 60) {
    const share = shareOf(second, load);
    const arrivals = load.arrivals * share * burstOf(second, load);
    const isOpen = openPages(second, 1, load);
    const times: Partial<Record<Act, number>> = {
      "a letter arrives": arrivals,
      "an open page hears of a change": arrivals * isOpen,
    };
    const sum = (part: keyof Cost): number =>
      actNames.reduce((total, act) => {
        const count = times[act] ?? load.activeShare * (load.acts[act] ?? 0) * share;
        return total + count * costs.of[act][part];
      }, 0);
    const now = { pismo: sum("pismo"), database: sum("database") };
    if (now.pismo + now.database > busiest.pismo + busiest.database) busiest = now;
  }
  return busiest;
}

function planFor(total: number, costs: Costs, load: Load): Plan {
  const terabytes = (load.letters * costs.letterInDatabase) / 1e9;
  const cells = Math.ceil((total * terabytes) / MAX_TERABYTES_OF_DATABASE);
  const mailboxes = Math.ceil(total / cells);
  const busiest = busiestOf(costs, load);
  const cores = (milliseconds: number): number => (mailboxes * milliseconds) / 1000 / MAX_BUSY;
  const processes = Math.max(MIN_PROCESSES, Math.ceil(cores(busiest.pismo) / CORES_OF_PROCESS) + 1);
  const needed = cores(busiest.database * DATABASE_OVERHEAD);
  const databaseCores = DATABASE_CORES.find((count) => count >= needed) ?? DATABASE_CORES.at(-1)!;
  return { cells, mailboxes, processes, coresOfProcess: CORES_OF_PROCESS, databaseCores };
}

const number = (value: number, digits = 0): string =>
  value.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits });

function rowsOf(plan: Plan, costs: Costs, load: Load, day: Day): [string, string][] {
  const total = plan.cells * plan.mailboxes;
  const processes = plan.cells * plan.processes;
  const pages = openPages(load.hours.indexOf(Math.max(...load.hours)) * 3600, total, load);
  const memory = costs.process + (pages / processes) * (costs.openPage / 1000);
  return [
    ["mailboxes", number(total)],
    ["databases (shards)", number(plan.cells)],
    ["mailboxes of each", number(plan.mailboxes)],
    ["cores of each database", number(plan.databaseCores)],
    ["each database, TB", number((plan.mailboxes * load.letters * costs.letterInDatabase) / 1e9, 2)],
    ["processes", number(processes)],
    ["memory of a process, MB", number(memory)],
    ["connections to each database, at most", number(plan.processes * MAX_CONNECTIONS_OF_PROCESS)],
    ["open pages (event sources)", number(pages)],
    ["object store, TB", number((total * load.letters * load.messageSize) / 1e9, 1)],
    ["requests a day", number(plan.cells * day.requests)],
    [
      "busiest minute: processes, database",
      `${number(day.busyOfProcesses * 100)} %, ${number(day.busyOfDatabase * 100)} %`,
    ],
    ["median, 99 % of the day, ms", `${number(day.median, 1)}, ${number(day.p99, 1)}`],
    ["99 % of the busiest half hour, ms", number(day.busiestP99, 1)],
    ["a process is killed: calm again after, s", number(day.calmAfterProcess)],
    [`the database is away for ${losses.databaseAway} s: calm again after, s`, number(day.calmAfterDatabase)],
    ["longest answer of the day, s", number(day.longest, 1)],
  ];
}

const { values } = parseArgs({ options: { load: { type: "string" } } });
const [costs, load] = [await measuredCosts(), loadFrom(values.load)];

console.log("\nMilliseconds of a core           Pismo  database");
for (const act of actNames) {
  const { pismo, database } = costs.of[act];
  console.log(`${act.padEnd(32)} ${number(pismo, 2).padStart(5)} ${number(database, 2).padStart(9)}`);
}
const columns = SIZES.map((size) => {
  const plan = planFor(size, costs, load);
  return rowsOf(plan, costs, load, simulate(plan, costs, load, losses));
});
console.log();
for (const [row, [name]] of columns[0]!.entries()) {
  console.log(`${name.padEnd(56)} ${columns.map((column) => column[row]![1].padStart(14)).join(" ")}`);
}
