/**
 * A window of the inboxes of three accounts together, beside the inbox of one, of their files, and of what searches find:
 * `node bench/all-accounts.ts 100000`; with `--elsewhere` the third lies at another JMAP server, which is a second Pismo,
 * and files are those of the two. Each request is one that the page sends (ids with the total, and the rows), at
 * positions or with a filter that none had before, so that no answer is a kept one.
 */
import {
  ALL_ACCOUNTS_ID,
  type Batch,
  type EmailFilterCondition,
  type Filter,
  type Id,
  JmapClient,
  rowProperties,
} from "@pismo/jmap";
import { navigation } from "../packages/server/test/support/calls.ts";
import { insertLetters } from "../packages/server/test/support/insert-letters.ts";
import { type TestServer, testServer } from "../packages/server/test/support/server.ts";
import { createAccount } from "../packages/server/src/store/auth/accounts.ts";
import { findMailboxByRole } from "../packages/server/src/store/mail/mailboxes.ts";
import { repeatHere } from "./timing.ts";

const count = Number(process.argv[2] ?? 100_000);
const BATCH = 1000;
const REPETITIONS = 40;
const FILE_REPETITIONS = 20;
const SEARCH_REPETITIONS = 10;
/** One letter in ten minutes: two years of a busy mailbox. */
const PAUSE_MS = 600_000;
const NEWEST = Date.UTC(2026, 0, 1);
/** One letter in so many has a file: 50,000 of 100,000. */
const FILE_EVERY = 2;
const isElsewhere = process.argv.includes("--elsewhere");

const part = (lines: string, body: string): string => `--part\r\n${lines}\r\n\r\n${body}\r\n`;

function messageOf(n: number): Buffer {
  const head = `From: Anna <anna@x.example>\r\nSubject: Letter ${n}\r\n`;
  const text = `The text of ${n}\r\n`;
  if (n % FILE_EVERY > 0) return Buffer.from(`${head}\r\n${text}`);
  return Buffer.from(
    `${head}Content-Type: multipart/mixed; boundary=part\r\n\r\n` +
      part("Content-Type: text/plain", text) +
      part(`Content-Type: application/pdf\r\nContent-Disposition: attachment; filename=report-${n}.pdf`, "%PDF") +
      "--part--\r\n",
  );
}

const server = await testServer({ accountSetup: { ca: "" } });
const elsewhere = isElsewhere ? await testServer() : undefined;
const others = await server.store.write(async (tx) => {
  const names = elsewhere ? ["work"] : ["work", "club"];
  const made = [];
  for (const name of names) made.push(await createAccount(tx, { name, email: `${name}@pismo.localhost` }));
  return made;
});
const accountIds = [server.accountId, ...others.map(({ id }) => id)];
const inboxes = new Map<Id, Id>();

/** @param place among the accounts: no two letters are of one second */
async function fill({ store }: TestServer, accountId: Id, place: number): Promise<Id> {
  const inbox = (await store.read((reader) => findMailboxByRole(reader, accountId, "inbox")))!.id;
  for (let first = 0; first < count; first += BATCH) {
    const letters = Array.from({ length: Math.min(BATCH, count - first) }, (_, index) => {
      const n = first + index;
      const receivedAt = new Date(NEWEST - n * PAUSE_MS - place * 1000);
      return { message: messageOf(n), mailboxIds: [inbox], receivedAt };
    });
    await insertLetters(store, accountId, letters);
  }
  return inbox;
}

for (const [index, accountId] of accountIds.entries()) inboxes.set(accountId, await fill(server, accountId, index));
if (elsewhere) {
  await fill(elsewhere, elsewhere.accountId, 2);
  const account = {
    name: "Club",
    email: "club@elsewhere.example",
    username: "you@pismo.localhost",
    password: elsewhere.token,
    imap: null,
    smtp: null,
    jmapUrl: await elsewhere.listen(),
  };
  const { notCreated } = await server.client.call("MailServer/set", { create: { account } });
  if (notCreated) throw new Error(JSON.stringify(notCreated));
}
const opened = await server.app.inject({
  url: await server.link(),
  headers: { ...navigation, host: "127.0.0.1", "x-forwarded-for": "203.0.113.5" },
});
const cookie = opened.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
const page = new JmapClient({
  sessionUrl: "http://127.0.0.1/.well-known/jmap",
  headers: { cookie },
  fetch: server.fetch,
});

/** @throws where nothing is found: that would be no measurement */
async function rowsOf(build: (calls: Batch) => { result(): { list: unknown[] } }): Promise<void> {
  const get = await page.batch(build);
  if (get.result().list.length === 0) throw new Error("Nothing is found");
}

const windowOf = (accountId: Id, inMailbox: Id, position: number) =>
  rowsOf((calls) => {
    const sort = [{ property: "receivedAt", isAscending: false }];
    const asked = { accountId, filter: { inMailbox }, sort, position, limit: 50, calculateTotal: true };
    const query = calls.call("Email/query", asked);
    return calls.call("Email/get", { accountId, "#ids": query.ref("/ids"), properties: [...rowProperties] });
  });

const places: [name: string, at: number][] = [
  ["its beginning", 0],
  ["position 300", 300],
  ["the middle", 0.5],
  ["the far end", 0.98],
];
console.log(
  `One account of ${count} letters, and three of as many together: ms of a window of 50 rows (processor time, median, p99)`,
);
for (const [name, at] of places) {
  const ofOne = at < 1 ? Math.floor(at * count) : at;
  const ofAll = at < 1 ? Math.floor(at * 3 * count) : at;
  const one = await repeatHere(REPETITIONS, (n) => windowOf(accountIds[0]!, inboxes.get(accountIds[0]!)!, ofOne + n));
  const all = await repeatHere(REPETITIONS, (n) => windowOf(ALL_ACCOUNTS_ID, "inbox", ofAll + n));
  console.log(`${name}: one ${one}; all ${all}`);
}

const filesOf = (accountId: Id, property: "receivedAt" | "name", position: number) =>
  rowsOf((calls) => {
    const sort = [{ property, isAscending: property === "name" }];
    const asked = { accountId, filter: { isImage: false }, sort, position, limit: 50, calculateTotal: true };
    const query = calls.call("File/query", asked);
    return calls.call("File/get", { accountId, "#ids": query.ref("/ids") });
  });

const files = Math.ceil(count / FILE_EVERY);
const owners = accountIds.length;
console.log(`Files, ${files} in each account`);
for (const property of ["receivedAt", "name"] as const) {
  for (const [name, at] of places) {
    const ofOne = at < 1 ? Math.floor(at * files) : at;
    const ofAll = at < 1 ? Math.floor(at * owners * files) : at;
    const one = await repeatHere(FILE_REPETITIONS, (n) => filesOf(accountIds[0]!, property, ofOne + n));
    const all = await repeatHere(FILE_REPETITIONS, (n) => filesOf(ALL_ACCOUNTS_ID, property, ofAll + n));
    console.log(`by ${property}, ${name}: one ${one}; all ${all}`);
  }
}

const searchOf = (accountId: Id, filter: Filter<EmailFilterCondition>, isByRelevance: boolean) =>
  rowsOf((calls) => {
    const byDate = { property: "receivedAt", isAscending: false };
    const sort = isByRelevance ? [{ property: "relevance", isAscending: false }, byDate] : [byDate];
    const query = calls.call("Email/query", { accountId, filter, sort, limit: 50, calculateTotal: true });
    return calls.call("Email/get", { accountId, "#ids": query.ref("/ids"), properties: [...rowProperties] });
  });

/** Of a tenth of the letters, the newest. */
const after = new Date(NEWEST - (count / 10) * PAUSE_MS).toISOString();
const forms: [name: string, conditions: Filter<EmailFilterCondition>[], isByRelevance?: true][] = [
  ["a word that all have", [{ text: "letter" }]],
  ["the best match of it", [{ text: "letter" }], true],
  ["the name of a file", [{ attachmentName: "report" }]],
  ["an operator and a date", [{ from: "anna" }, { after }]],
  ["words, a phrase and operators", [{ text: "letter" }, { body: '"the text"' }, { hasAttachment: true }, { after }]],
  ["one word without another", [{ text: "text" }, { operator: "NOT", conditions: [{ subject: "7" }] }]],
  ["one word or another", [{ operator: "OR", conditions: [{ subject: "12" }, { subject: "letter" }] }]],
];
console.log("Searches: ms of the first 50 rows and the number of all (processor time, median, p99)");
for (const [name, conditions, isByRelevance = false] of forms) {
  const filterOf = (n: number): Filter<EmailFilterCondition> => ({
    operator: "AND",
    conditions: [...conditions, { notKeyword: `never${n}` }],
  });
  const one = await repeatHere(SEARCH_REPETITIONS, (n) => searchOf(accountIds[0]!, filterOf(n), isByRelevance));
  const all = await repeatHere(SEARCH_REPETITIONS, (n) => searchOf(ALL_ACCOUNTS_ID, filterOf(n), isByRelevance));
  console.log(`${name}: one ${one}; all ${all}`);
}
await server.close();
await elsewhere?.close();
