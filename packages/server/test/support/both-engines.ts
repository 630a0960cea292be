/** Which tests run on SQLite alone, and why. All others that open a store run on PostgreSQL too (vitest.config.ts). */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ofToday, thirdOfToday } from "./of-today.ts";

const files = "about files of the data directory, which PostgreSQL has not; its own are in postgres/blobs, move and s3";
const commands =
  "starts commands with a data directory; postgres/serve, operating-guide and processes start them there";
const costs = "measures one process with its database in it";
const slow =
  "takes minutes, and is about the mail server or the process and not about the database; chaos/ runs on PostgreSQL";
const parser = "about the parser and the page; what it stores is what jmap-email-import stores";
const notYet =
  "a test in it does not always pass on PostgreSQL yet: it takes longer, or a crash is made as of the one process of SQLite";

/** By path below packages/server/test. */
export const onSqliteAlone: Readonly<Record<string, string>> = {
  "backup-command.test.ts": commands,
  "cached-responses.test.ts": "answers are cached by the number of SQLite's last commit, which PostgreSQL has not",
  "crash.test.ts": commands,
  "damaged-messages.test.ts": files,
  "dev-proxy.test.ts": parser,
  "doctor.test.ts": commands,
  "enormous-headers.slow.test.ts": slow,
  "enormous-messages.test.ts": parser,
  "imap/append-crash.slow.test.ts": slow,
  "imap/concurrent-changes.slow.test.ts": slow,
  "imap/cuts.slow.test.ts": slow,
  "imap/false-answers.test.ts": notYet,
  "imap/five-thousand-folders.test.ts": costs,
  "imap/full-mailbox.slow.test.ts": slow,
  "imap/killed.slow.test.ts": slow,
  "imap/lost-answers.slow.test.ts": slow,
  "imap/random.slow.test.ts": slow,
  "imap/quotas.test.ts": notYet,
  "many-accounts/many-accounts.test.ts": "has a database and processes of its own (npm run test:accounts)",
  "many-mailboxes.test.ts": costs,
  "overload-searches.test.ts": "long queries run in processes of their own on SQLite; postgres/long-queries",
  "sending-crash.slow.test.ts": slow,
  "set-statements.test.ts": "counts SQLite's statements; postgres/statements has the bounds of all methods",
  "smtp-send.test.ts": notYet,
  "store/backup.test.ts": files,
  "store/blobs.test.ts": files,
  "store/check.test.ts": files,
  "store/damaged-backup.test.ts": files,
  "store/damaged-page.test.ts": files,
  "store/lost-database.test.ts": files,
  "store/packs.test.ts": files,
  "store/store.test.ts": "about SQLite's one writer and its journal; postgres/two-stores",
};

const root = join(import.meta.dirname, "..");
const opener = join(import.meta.dirname, "memory-store.ts");

/** Whether a module of the tests brings what opens stores, by itself or by what it imports. */
function opensStore(file: string, known: Map<string, boolean>): boolean {
  const before = known.get(file);
  if (before !== undefined) return before;
  known.set(file, false);
  const imports = readFileSync(file, "utf8").matchAll(/^(?:import|export)\s(?!type\b)[^;]*?from\s+"(\.[^"]+\.ts)"/gms);
  const targets = Array.from(imports, ([, target = ""]) => join(dirname(file), target));
  const opens = targets.some((target) => target === opener || (target.startsWith(root) && opensStore(target, known)));
  known.set(file, opens);
  return opens;
}

/** Test files that open a store, by path below packages/server/test; without those that are for PostgreSQL alone. */
export function storeTests(): string[] {
  const known = new Map<string, boolean>();
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts") && !/^(?:postgres|ceph)\//.test(name))
    .filter((name) => opensStore(join(root, name), known))
    .toSorted();
}

export const runsOnBothEngines = (): string[] =>
  storeTests()
    .filter((name) => !Object.hasOwn(onSqliteAlone, name))
    .map((name) => `packages/server/test/${name}`);

const isOfStore = (path: string): boolean => path.includes("/test/store/");
/** That no account sees another's is a property of each statement. */
const isDaily = (path: string): boolean => path.includes("/test/account-separation");

/** What the gate runs on PostgreSQL today: on SQLite all of it runs daily, and what differs is mostly in postgres/. */
export function runsOnPostgresToday(day?: number): string[] {
  const all = runsOnBothEngines();
  const others = all.filter((path) => !isDaily(path) && !isOfStore(path));
  return [...all.filter(isDaily), ...thirdOfToday(all.filter(isOfStore), day), ...ofToday(others, day)];
}
