/** The server alone: import, start, the calls that the client makes. */
import { createServer } from "node:net";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CORE, type EmailFilterCondition, JmapClient, MAIL } from "@pismo/jmap";
import { bodyMarks, subjectMarks, writeMbox } from "./messages.ts";
import { jmapRequest, load } from "./load.ts";
import { runPismo, serve, type Serving } from "./process.ts";
import { repeat, summaryOf } from "./timing.ts";

/** Name of what is measured → number; the unit is part of the name. */
export type Figures = Record<string, number>;

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function sizeOf(folder: string): Promise<{ database: number; blobs: number }> {
  const sizes = { database: 0, blobs: 0 };
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const { size } = await stat(join(entry.parentPath, entry.name));
    sizes[/\.db/.test(entry.name) || /\.sqlite/.test(entry.name) ? "database" : "blobs"] += size;
  }
  return sizes;
}

const rowProperties = ["threadId", "mailboxIds", "keywords", "from", "to", "subject", "receivedAt", "preview", "size"];

/** The requests of one session of the client. */
export async function caller({ url, token }: Serving) {
  const client = new JmapClient({
    sessionUrl: `${url}/.well-known/jmap`,
    headers: { authorization: `Bearer ${token}` },
  });
  const session = await client.session();
  const [accountId = ""] = Object.keys(session.accounts);
  const boxes = await client.batch((calls) => calls.call("Mailbox/get", { accountId, ids: null }));
  const inbox = boxes.result().list.find(({ role }) => role === "inbox")?.id ?? "";
  const query = (filter: EmailFilterCondition, position: number, limit: number, calculateTotal = true) =>
    client.batch((calls) => {
      const sort = [{ property: "receivedAt", isAscending: false }];
      const ids = calls.call("Email/query", { accountId, filter, sort, position, limit, calculateTotal });
      calls.call("Email/get", { accountId, "#ids": ids.ref("/ids"), properties: [...rowProperties] });
      return ids;
    });
  return {
    total: boxes.result().list.find(({ id }) => id === inbox)?.totalEmails ?? 0,
    totalThreads: boxes.result().list.find(({ id }) => id === inbox)?.totalThreads ?? 0,
    list: (position = 0, limit = 50) => query({ inMailbox: inbox }, position, limit),
    search: async (filter: EmailFilterCondition) => {
      const found = await query({ inMailbox: inbox, ...filter }, 0, 50);
      return found.result().ids.length;
    },
    /** What `list` sends; with conversations, what our own page does, which asks for no order. */
    listRequest: (position: number, collapseThreads = false): string => {
      const sort = collapseThreads ? null : [{ property: "receivedAt", isAscending: false }];
      const window = { position, limit: 50, calculateTotal: true, collapseThreads };
      const page = { accountId, filter: { inMailbox: inbox }, sort, ...window };
      const ids = { resultOf: "c0", name: "Email/query", path: "/ids" };
      const methodCalls = [
        ["Email/query", page, "c0"],
        ["Email/get", { accountId, "#ids": ids, properties: rowProperties }, "c1"],
      ];
      return JSON.stringify({ using: [CORE, MAIL], methodCalls });
    },
    run: query,
    inbox,
  };
}

/** Fills a data directory by `pismo import`, while a server beside it is asked for its list again and again. */
export async function measureImport(folder: string, count: number, mbox?: string): Promise<Figures> {
  const dataDir = join(folder, `data-${count}`);
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const file = mbox ?? join(folder, `${count}.mbox`);
  if (!mbox && !(await stat(file).catch(() => undefined))) await writeMbox(file, count);
  const server = await serve(dataDir, await freePort());
  const asked = await caller(server);
  const waits: number[] = [];
  const end = new AbortController();
  const asking = (async () => {
    while (!end.signal.aborted) {
      const startedAt = performance.now();
      await asked.list();
      waits.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const { took, peakMemory, cpu } = await runPismo(dataDir, ["import", "--folder", "Inbox", file]);
  end.abort();
  await asking;
  const total = (await caller(server)).total;
  await server.stop();
  const { database, blobs } = await sizeOf(dataDir);
  return {
    "import, letters a second": Math.round((total / took) * 1000),
    "import, CPU ms a letter": Math.round((cpu / total) * 100) / 100,
    "import, memory MB": Math.round(peakMemory / 2 ** 20),
    "import, list call beside it p99 ms": summaryOf(waits).p99,
    "mailbox, letters": total,
    "store, database kB a letter": Math.round((database / total / 1024) * 10) / 10,
    "store, blobs kB a letter": Math.round((blobs / total / 1024) * 10) / 10,
  };
}

/**
 * Pages of the list a second that `sessions` sessions get, and the server's processor time for each.
 * @param pages the first each time, or each after the other
 */
async function rate(
  server: Serving,
  sessions: number,
  seconds: number,
  pages: "first" | "all" | "conversations",
): Promise<[number, number]> {
  const { total: emails, totalThreads, listRequest } = await caller(server);
  const total = pages === "conversations" ? totalThreads : emails;
  const cpuBefore = server.cpu();
  // Sessions that walk side by side would request what was just cached for the previous one.
  const pageOf = (session: number, index: number): number => index + Math.floor((session * total) / sessions / 50);
  const positionAt = (page: number): number => (pages === "first" ? 0 : (page * 50) % Math.max(1, total - 50));
  const requestAt = (session: number, index: number): Buffer =>
    jmapRequest(server, listRequest(positionAt(pageOf(session, index)), pages === "conversations"));
  const done = await load([server.url], sessions, seconds * 1000, requestAt);
  return [Math.round(done / seconds), Math.round(((server.cpu() - cpuBefore) / done) * 1000) / 1000];
}

const marks = (list: readonly string[], index: number): string => list[index % list.length] ?? "";

const restSeconds = 10;

export async function measureServer(folder: string, count: number, isShort: boolean): Promise<Figures> {
  const repetitions = isShort ? 15 : 40;
  const dataDir = join(folder, `data-${count}`);
  // The first start after a change of the code compiles it, and migrates.
  await (await serve(dataDir, await freePort())).stop();
  const server = await serve(dataDir, await freePort());
  const startCpu = server.cpu();
  try {
    const asked = await caller(server);
    // Memory that the server frees while it is idle (cli/memory.ts).
    await sleep(12_000);
    const atRest = server.memory().now;
    const cpuBefore = server.cpu();
    await sleep(restSeconds * 1000);
    const restCpu = (server.cpu() - cpuBefore) / restSeconds;
    const far = Math.max(0, asked.total - 100);
    const subject = await repeat(repetitions, (at) => asked.search({ subject: marks(subjectMarks, at) }));
    const body = await repeat(repetitions, (at) => asked.search({ body: marks(bodyMarks, at) }));
    const typed = ["про", "проек", "rep", "repo", "план", "meet"];
    const typing = await repeat(repetitions, (at) => asked.search({ text: marks(typed, at) }));
    const sessionCall = await repeat(repetitions, () =>
      fetch(`${server.url}/jmap/session`, { headers: { authorization: `Bearer ${server.token}` } }).then((answer) =>
        answer.text(),
      ),
    );
    const [calls, cpu] = await rate(server, 8, isShort ? 2 : 5, "first");
    const [everyCalls, everyCpu] = await rate(server, 8, isShort ? 2 : 5, "all");
    const [threadCalls, threadCpu] = await rate(server, 8, isShort ? 2 : 5, "conversations");
    return {
      "start to the first answer, ms": Math.round(server.startedIn),
      "start to the first answer, CPU ms": startCpu,
      "memory at rest, MB": Math.round(atRest / 2 ** 20),
      "server's CPU at rest, ms a second": Math.round(restCpu * 10) / 10,
      "session, ms": sessionCall.median,
      "list call, ms": (await repeat(repetitions, () => asked.list())).median,
      "list call at the far end, ms": (await repeat(repetitions, () => asked.list(far))).median,
      "search by subject word, ms": subject.median,
      "search by body word, ms": body.median,
      "search while typing, median ms": typing.median,
      "search while typing, worst ms": typing.max,
      "list calls a second, 8 sessions": calls,
      "server's CPU ms a list call": cpu,
      "list calls a second, 8 sessions, all pages": everyCalls,
      "server's CPU ms a list call, all pages": everyCpu,
      "list calls a second, 8 sessions, all pages of conversations": threadCalls,
      "server's CPU ms a list call, all pages of conversations": threadCpu,
      "memory after that, MB": Math.round(server.memory().now / 2 ** 20),
    };
  } finally {
    await server.stop();
  }
}
