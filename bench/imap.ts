/**
 * npm run bench:imap [-- --count 100k] [--server imap://USER:PASSWORD@HOST:PORT]
 * The rate of an account's first sync, beside how fast ImapFlow alone reads the same in the same run,
 * and what the server's other clients feel of it. Without a server the tests' Dovecot is started and filled.
 */
import { JmapClient } from "@pismo/jmap";
import { existsSync, mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ImapFlow } from "imapflow";
import { startDovecot } from "../packages/server/test/servers/dovecot.ts";
import { addAccount, fillMaildir } from "./maildir.ts";
import { serve, type Serving } from "./process.ts";
import { freePort } from "./server.ts";
import { summaryOf } from "./timing.ts";

const { values } = parseArgs({
  options: { count: { type: "string", default: "10k" }, server: { type: "string" } },
});
const count = Number(values.count.replace(/k$/i, "000"));
const folder = process.env["BENCH_DATA"] ?? join(tmpdir(), "pismo-bench");
const row = ["threadId", "mailboxIds", "keywords", "from", "to", "subject", "receivedAt", "preview", "size"];
/** As many as the first page shows. */
const PAGE = 25;

async function ownServer(): Promise<{ url: URL; stop(): Promise<void> }> {
  const dovecot = await startDovecot();
  const user = "bench";
  if (!existsSync(join(dovecot.mailDir(user), "cur"))) fillMaildir(dovecot.mailDir(user), count);
  return { url: new URL(`imap://${user}:${dovecot.password}@127.0.0.1:${dovecot.port}`), stop: () => dovecot.stop() };
}

/** Milliseconds to fetch flags, dates, sizes, envelopes and structures of the inbox. */
async function readByImapFlow(url: URL): Promise<{ took: number; read: number }> {
  const client = new ImapFlow({
    host: url.hostname,
    port: Number(url.port),
    doSTARTTLS: false,
    auth: { user: url.username, pass: url.password },
    logger: false,
    disableAutoIdle: true,
  });
  await client.connect();
  const startedAt = performance.now();
  await client.mailboxOpen("INBOX", { readOnly: true });
  const query = { uid: true, flags: true, internalDate: true, size: true, envelope: true, bodyStructure: true };
  let read = 0;
  for await (const _ of client.fetch("1:*", query)) read++;
  const took = performance.now() - startedAt;
  await client.logout();
  return { took, read };
}

/** The client of the mirrored account. */
async function clientOf({ url, token }: Serving) {
  const client = new JmapClient({
    sessionUrl: `${url}/.well-known/jmap`,
    headers: { authorization: `Bearer ${token}` },
  });
  const { accounts } = await client.session();
  const [accountId] = Object.entries(accounts).find(([, { name }]) => name === "bench@example.org") ?? [];
  if (!accountId) throw new Error("the session does not have the account");
  const boxes = async () =>
    (await client.batch((calls) => calls.call("Mailbox/get", { accountId, ids: null }))).result();
  const inbox = (await boxes()).list.find(({ role }) => role === "inbox")?.id ?? "";
  return {
    inboxCount: async () => (await boxes()).list.find(({ id }) => id === inbox)?.totalEmails ?? 0,
    page: async (limit = 50) => {
      const found = await client.batch((calls) => {
        const sort = [{ property: "receivedAt", isAscending: false }];
        const ids = calls.call("Email/query", { accountId, filter: { inMailbox: inbox }, sort, limit });
        calls.call("Email/get", { accountId, "#ids": ids.ref("/ids"), properties: [...row] });
        return ids;
      });
      return found.result().ids.length;
    },
  };
}

const server = values.server ? { url: new URL(values.server), stop: () => Promise.resolve() } : await ownServer();
const dataDir = join(folder, "imap");
await rm(dataDir, { recursive: true, force: true });
mkdirSync(dataDir, { recursive: true });
const alone = [await readByImapFlow(server.url), await readByImapFlow(server.url)].toSorted(
  (a, b) => a.took - b.took,
)[0]!;

const serving = await serve(dataDir, await freePort());
await addAccount(dataDir, server.url, "bench@example.org");
// The server hears of what another process wrote at its next check (commit-watch.ts).
const startedAt = performance.now();
const since = (): number => Math.round(performance.now() - startedAt);
const asked = await clientOf(serving);
while ((await asked.page(PAGE)) < Math.min(PAGE, alone.read)) await sleep(10);
const firstPage = since();
const waits: number[] = [];
const cpuBefore = serving.cpu();
for (;;) {
  const at = performance.now();
  await asked.page();
  waits.push(performance.now() - at);
  // About as often as an open list asks while Emails arrive.
  await sleep(100);
  if (waits.length % 10 !== 0) continue;
  const done = await asked.inboxCount();
  if (done >= alone.read) break;
}
const took = since();
const cpu = serving.cpu() - cpuBefore;
const { peak } = serving.memory();
const rate = (letterCount: number, milliseconds: number): number => Math.round((letterCount / milliseconds) * 1000);
console.table({
  letters: alone.read,
  "ImapFlow alone, letters a second": rate(alone.read, alone.took),
  "Pismo, letters a second": rate(alone.read, took),
  "Pismo as a part of ImapFlow": Math.round((alone.took / took) * 100) / 100,
  "inbox's first page, ms": firstPage,
  "list call beside it, median ms": summaryOf(waits).median,
  "list call beside it, p99 ms": summaryOf(waits).p99,
  "list call beside it, max ms": summaryOf(waits).max,
  "CPU ms a letter": Math.round((cpu / alone.read) * 100) / 100,
  "memory at its highest, MB": Math.round(peak / 2 ** 20),
});
await serving.stop();
await server.stop();
