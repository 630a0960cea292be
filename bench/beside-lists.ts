/**
 * What the page asks for beside its list: the shelf of deadlines, the facts of an opened letter, the page of newsletters;
 * and windows of lists of conversations: `node bench/beside-lists.ts 100000`, over a store in memory. Of ten letters one
 * has facts with a day, and three come from 300 newsletters. No request is like another, so that no answer is a kept one.
 */
import { type Batch, type EmailFilterCondition, type Filter, type Id, rowProperties } from "@pismo/jmap";
import { insertLetters } from "../packages/server/test/support/insert-letters.ts";
import { testServer } from "../packages/server/test/support/server.ts";
import { recordFacts } from "../packages/server/src/store/facts/email-facts.ts";
import { findMailboxByRole } from "../packages/server/src/store/mail/mailboxes.ts";
import { repeatHere } from "./timing.ts";

const count = Number(process.argv[2] ?? 100_000);
const BATCH = 1000;
const REPETITIONS = 100;
const DAY_MS = 86_400_000;
/** One letter in ten minutes: two years of a busy mailbox, the newest now. */
const PAUSE_MS = 600_000;
const NOW = Date.now();
const FACTS_EVERY = 10;
const NEWSLETTERS = 300;
/** One letter in five answers one before it. */
const ANSWERS_EVERY = 5;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

function messageOf(n: number): Buffer {
  const list = (Math.floor(n / FACTS_EVERY) * 3 + (n % FACTS_EVERY)) % NEWSLETTERS;
  const isListed = n % FACTS_EVERY >= 1 && n % FACTS_EVERY <= 3;
  const lines = [
    `From: ${isListed ? `List ${list} <list${list}@x.example>` : "Anna <anna@x.example>"}`,
    `Message-ID: <${n}@x.example>`,
    ...(n % ANSWERS_EVERY === 4 ? [`In-Reply-To: <${n - ANSWERS_EVERY}@x.example>`] : []),
    `Subject: Letter ${n}`,
    ...(isListed ? [`List-Id: List ${list} <list${list}.x.example>`, "List-Unsubscribe: <https://x.example/>"] : []),
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\nThe text of ${n}\r\n`);
}

const server = await testServer();
const { accountId, client, store } = server;
const inbox = (await store.read((reader) => findMailboxByRole(reader, accountId, "inbox")))!.id;
const trash = (await store.read((reader) => findMailboxByRole(reader, accountId, "trash")))!.id;

/** Letters whose facts are known. */
const withFacts: Id[] = [];

/** Days of two years around now. */
const factOf = (n: number) => ({
  kind: "order" as const,
  fields: [
    { name: "number" as const, value: `N${n}`, source: "text" as const, quote: `N${n}` },
    { name: "shop" as const, value: `Shop ${n % 50}`, source: "text" as const, quote: null },
    {
      name: "deliveryDay" as const,
      value: dayOf(NOW + ((n % 730) - 365) * DAY_MS),
      source: "text" as const,
      quote: null,
    },
  ],
});

for (let first = 0; first < count; first += BATCH) {
  const letters = Array.from({ length: Math.min(BATCH, count - first) }, (_, index) => {
    const n = first + index;
    return {
      message: messageOf(n),
      mailboxIds: [inbox],
      keywords: [...(n % 3 > 0 ? ["$seen"] : []), ...(n % 20 === 0 ? ["$important"] : [])],
      receivedAt: new Date(NOW - (count - n) * PAUSE_MS),
    };
  });
  const inserted = await insertLetters(store, accountId, letters);
  const read = { category: "orders" as const, sender: "verified" as const, isRead: true, domain: "x.example" };
  const found = inserted.flatMap(({ id: emailId }, index) =>
    index % FACTS_EVERY === 0 ? [{ ...read, emailId, facts: [factOf((first + index) / FACTS_EVERY)] }] : [],
  );
  await store.write((tx) => recordFacts(tx, accountId, found));
  for (const { emailId } of found) withFacts.push(emailId);
}

/** Prints the times of each. */
async function measure(
  name: string,
  build: (calls: Batch, n: number) => { result(): { list: unknown[] } },
): Promise<void> {
  const run = async (n: number): Promise<void> => {
    const get = await client.batch((calls) => build(calls, n));
    if (get.result().list.length === 0) throw new Error(`Nothing is found: ${name}`);
  };
  console.log(`${name}: ${await repeatHere(REPETITIONS, run)}`);
}

console.log(
  `${count} letters, ${withFacts.length} with facts, ${NEWSLETTERS} newsletters: ms (processor time, median, p99)`,
);
await measure("the shelf", (calls, n) => {
  const laterBefore = `${new Date(NOW - n * 1000).toISOString().slice(0, 19)}Z`;
  const filter = { from: dayOf(NOW), until: dayOf(NOW + 7 * DAY_MS), state: "open" as const, laterBefore };
  const query = calls.call("Deadline/query", { accountId, filter, sort: [{ property: "at" }], limit: 50 });
  return calls.call("Deadline/get", { accountId, "#ids": query.ref("/ids") });
});
await measure("facts of an opened letter", (calls, n) =>
  calls.call("EmailFact/get", { accountId, ids: [withFacts[(n * 97) % withFacts.length]!] }),
);
await measure("newsletters, the first hundred", (calls, n) => {
  const sort = [{ property: "newestAt", isAscending: false }];
  const asked = {
    accountId,
    filter: { text: n % 2 === 0 ? "list" : "x.example" },
    sort,
    position: n % 100,
    limit: 100,
  };
  const query = calls.call("Newsletter/query", { ...asked, calculateTotal: true });
  return calls.call("Newsletter/get", { accountId, "#ids": query.ref("/ids") });
});

const outside = { inMailboxOtherThan: [trash] };
const lists: [name: string, filter: Filter<EmailFilterCondition>][] = [
  ["Inbox", { inMailbox: inbox }],
  ["unread in Inbox", { inMailbox: inbox, notKeyword: "$seen" }],
  ["Important", { hasKeyword: "$important", ...outside }],
  ["all mail", outside],
];
const places: [name: string, share: number][] = [
  ["its beginning", 0],
  ["the middle", 0.5],
];
for (const [name, filter] of lists) {
  const { total = 0 } = await client.call("Email/query", {
    accountId,
    filter,
    collapseThreads: true,
    limit: 1,
    calculateTotal: true,
  });
  for (const [place, share] of places) {
    await measure(`conversations: ${name}, ${place}`, (calls, n) => {
      const position = Math.floor(total * share) + n;
      const asked = { accountId, filter, collapseThreads: true, position, limit: 50, calculateTotal: true };
      const query = calls.call("Email/query", asked);
      return calls.call("Email/get", { accountId, "#ids": query.ref("/ids"), properties: [...rowProperties] });
    });
  }
}
await server.close();
