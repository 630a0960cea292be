/**
 * What a request costs on PostgreSQL beside SQLite, and whether it depends on how many accounts and processes there are.
 * Processor time is that of Pismo's processes and of the database's together.
 */
import { CORE, MAIL } from "@pismo/jmap";
import { join } from "node:path";
import { mkdirSync } from "node:fs";
import { stat } from "node:fs/promises";
import { jmapRequest, load } from "../load.ts";
import { writeMbox } from "../messages.ts";
import { cpuOfAll, type Serving } from "../process.ts";
import type { Figures } from "../server.ts";
import { summaryOf } from "../timing.ts";
import { Accounts, type Asked } from "./accounts.ts";
import { type Engine, postgres, sqlite } from "./engines.ts";
import { methodsOf } from "./method-requests.ts";

const SESSIONS = 8;
const MAX_ACCOUNTS = 10_000;
const MAX_PROCESSES = 3;

interface Cost {
  statements: number;
  cpu: number;
  /** Of `cpu`: the database's processes. */
  database: number;
  median: number;
}

const to = (digits: number, value: number): number => Number(value.toFixed(digits));

export async function measureCluster(folder: string, count: number, isShort: boolean): Promise<Figures> {
  const figures: Figures = {};
  mkdirSync(folder, { recursive: true });
  const mbox = join(folder, `${count}.mbox`);
  if (!(await stat(mbox).catch(() => undefined))) await writeMbox(mbox, count);
  const costs = new Map<Engine["name"], Record<string, Cost>>();
  for (const start of [sqlite, postgres]) {
    const engine = await start(folder);
    try {
      const before = engine.cpu();
      const { cpu, took } = await engine.run("import", "--folder", "Inbox", mbox);
      const database = (engine.cpu() - before) / count;
      const ofMethods = await costOfMethods(engine, isShort);
      costs.set(engine.name, {
        "import, a letter": { statements: 0, cpu: cpu / count + database, database, median: took / count },
        ...ofMethods,
      });
      if (engine.name === "PostgreSQL")
        Object.assign(figures, await engine.octets(count), await costOfSize(engine, isShort));
    } finally {
      await engine.close();
    }
  }
  return { ...comparison(costs), ...figures };
}

function comparison(costs: ReadonlyMap<Engine["name"], Record<string, Cost>>): Figures {
  const [ours, theirs] = [costs.get("SQLite")!, costs.get("PostgreSQL")!];
  const figures: Figures = {};
  for (const [name, cost] of Object.entries(theirs)) {
    const lite = ours[name]!;
    if (cost.statements > 0) {
      figures[`${name}: statements`] = to(1, cost.statements);
      figures[`${name}: statements on SQLite`] = to(1, lite.statements);
      figures[`${name}: median ms`] = cost.median;
      figures[`${name}: median ms on SQLite`] = lite.median;
    }
    figures[`${name}: CPU ms`] = to(2, cost.cpu);
    figures[`${name}: CPU ms of the database`] = to(2, cost.database);
    figures[`${name}: CPU ms on SQLite`] = to(2, lite.cpu);
    figures[`${name}: CPU, times SQLite's`] = to(2, cost.cpu / lite.cpu);
  }
  return figures;
}

async function costOfMethods(engine: Engine, isShort: boolean): Promise<Record<string, Cost>> {
  const server = await engine.serve(true);
  const costs: Record<string, Cost> = {};
  const milliseconds = isShort ? 400 : 2000;
  try {
    const { calls, send } = await methodsOf(server);
    for (const [name, invocations] of Object.entries(calls)) {
      await engine.settle();
      // Until code is compiled and pages are read.
      let index = 0;
      for (; index < 40; index++) await send(invocations(index));
      const [statements, cpu, database] = [await server.statements(), cpuOf(engine, [server]), engine.cpu()];
      const times: number[] = [];
      const until = performance.now() + milliseconds;
      while (performance.now() < until) {
        const startedAt = performance.now();
        await send(invocations(index++));
        times.push(performance.now() - startedAt);
      }
      costs[name] = {
        statements: ((await server.statements()) - statements) / times.length,
        cpu: (cpuOf(engine, [server]) - cpu) / times.length,
        database: (engine.cpu() - database) / times.length,
        median: summaryOf(times).median,
      };
    }
  } finally {
    await server.stop();
  }
  return costs;
}

const cpuOf = (engine: Engine, servers: readonly Serving[]): number =>
  engine.cpu() + servers.reduce((sum, { pid }) => sum + cpuOfAll(pid), 0);

/** Of accounts and of processes. */
async function costOfSize(engine: Engine, isShort: boolean): Promise<Figures> {
  const figures: Figures = {};
  const seconds = isShort ? 1 : 4;
  const store = await engine.openStore();
  const servers: Serving[] = [await engine.serve()];
  try {
    const accounts = await Accounts.in(store);
    for (let count = 1; count <= (isShort ? 100 : MAX_ACCOUNTS); count *= 10) {
      await accounts.fill(count);
      const { cpu, median, p99, rate } = await rateOf(engine, servers, accounts.asked, seconds);
      const name = `list call, ${count} ${count === 1 ? "account" : "accounts"}`;
      Object.assign(figures, { [`${name}: CPU ms`]: cpu, [`${name}: p50 ms`]: median, [`${name}: p99 ms`]: p99 });
      figures[`${name}: a second`] = rate;
    }
    while (servers.length <= MAX_PROCESSES) {
      const { cpu, median, rate } = await rateOf(engine, servers, accounts.asked, seconds);
      const name = `list call, ${servers.length} ${servers.length === 1 ? "process" : "processes"}`;
      Object.assign(figures, { [`${name}: CPU ms`]: cpu, [`${name}: p50 ms`]: median, [`${name}: a second`]: rate });
      if (servers.length === MAX_PROCESSES) break;
      servers.push(await engine.serve());
    }
    figures["memory of a process, MB"] = Math.round(servers[0]!.memory().now / 2 ** 20);
    figures["memory of an open page, kB"] = await memoryOfPage(servers[0]!, accounts.asked, isShort ? 50 : 500);
  } finally {
    for (const server of servers) await server.stop();
    await store.close();
  }
  return figures;
}

async function rateOf(engine: Engine, servers: readonly Serving[], asked: readonly Asked[], seconds: number) {
  const times: number[] = [];
  const ask = (milliseconds: number, onAnswer?: (took: number) => void): Promise<number> =>
    load(
      servers.map(({ url }) => url),
      SESSIONS,
      milliseconds,
      (session, index) => {
        const account = asked[(session + index * SESSIONS) % asked.length]!;
        return jmapRequest(
          { ...servers[session % servers.length]!, token: account.token },
          listRequest(account, index),
        );
      },
      onAnswer,
    );
  await ask(500);
  const before = cpuOf(engine, servers);
  const done = await ask(seconds * 1000, (took) => times.push(took));
  const { median, p99 } = summaryOf(times);
  return { cpu: to(2, (cpuOf(engine, servers) - before) / done), median, p99, rate: Math.round(done / seconds) };
}

/** The first rows of the Inbox, as the client asks for them. */
function listRequest({ accountId, inbox }: Asked, index: number): string {
  const sort = [{ property: "receivedAt", isAscending: false }];
  const page = {
    accountId,
    filter: { inMailbox: inbox },
    sort,
    position: index % 100,
    limit: 50,
    calculateTotal: true,
  };
  const ids = { resultOf: "c0", name: "Email/query", path: "/ids" };
  const properties = ["threadId", "mailboxIds", "keywords", "from", "to", "subject", "receivedAt", "preview", "size"];
  const methodCalls = [
    ["Email/query", page, "c0"],
    ["Email/get", { accountId, "#ids": ids, properties }, "c1"],
  ];
  return JSON.stringify({ using: [CORE, MAIL], methodCalls });
}

/** Of each page that listens for pushes, in a process that has served it. */
async function memoryOfPage(server: Serving, asked: readonly Asked[], count: number): Promise<number> {
  const before = server.memory().now;
  const ended = new AbortController();
  for (let page = 0; page < count; page++) {
    const response = await fetch(`${server.url}/jmap/eventsource?types=*&closeafter=no&ping=60`, {
      headers: { authorization: `Bearer ${asked[page % asked.length]!.token}` },
      signal: ended.signal,
    });
    if (!response.ok) throw new Error(`the event source answered ${response.status}`);
  }
  const memory = (server.memory().now - before) / count / 1000;
  ended.abort();
  return Math.round(memory);
}
