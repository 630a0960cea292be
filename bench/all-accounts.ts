/**
 * A window of the inboxes of three accounts together, beside the inbox of one: `node bench/all-accounts.ts 100000`. Each
 * request is one that the page sends (ids with the total, and the rows), at positions that none had before, so that no
 * answer is a kept one.
 */
import { ALL_ACCOUNTS_ID, type Id, JmapClient, rowProperties } from "@pismo/jmap";
import { navigation } from "../packages/server/test/support/calls.ts";
import { testServer } from "../packages/server/test/support/server.ts";
import { parseMessage } from "../packages/server/src/mime/parse/parse.ts";
import { createAccount } from "../packages/server/src/store/auth/accounts.ts";
import { insertEmails } from "../packages/server/src/store/mail/insert-emails.ts";
import { findMailboxByRole } from "../packages/server/src/store/mail/mailboxes.ts";
import { prepareEmail } from "../packages/server/src/store/mail/prepare-email.ts";
import { repeat } from "./timing.ts";

const count = Number(process.argv[2] ?? 100_000);
const BATCH = 1000;
const REPETITIONS = 40;
/** One letter in ten minutes: two years of a busy mailbox. */
const PAUSE_MS = 600_000;

const server = await testServer();
const others = await server.store.write(async (tx) => [
  await createAccount(tx, { name: "Work", email: "work@pismo.localhost" }),
  await createAccount(tx, { name: "Club", email: "club@pismo.localhost" }),
]);
const accountIds = [server.accountId, ...others.map(({ id }) => id)];
const inboxes = new Map<Id, Id>();
for (const [index, accountId] of accountIds.entries()) {
  const inbox = (await server.store.read((reader) => findMailboxByRole(reader, accountId, "inbox")))!.id;
  inboxes.set(accountId, inbox);
  for (let first = 0; first < count; first += BATCH) {
    await server.store.write(async (tx) => {
      const letters = [];
      for (let n = first; n < Math.min(count, first + BATCH); n++) {
        const bytes = Buffer.from(`From: Anna <anna@x.example>\r\nSubject: Letter ${n}\r\n\r\nThe text of ${n}\r\n`);
        const { blobId } = await tx.blobs.put(bytes);
        const prepared = prepareEmail(parseMessage(bytes));
        const receivedAt = new Date(Date.UTC(2026, 0, 1) - n * PAUSE_MS - index * 1000);
        letters.push({
          accountId,
          blobId,
          size: bytes.length,
          prepared,
          mailboxIds: [inbox],
          keywords: [],
          receivedAt,
        });
      }
      await insertEmails(tx, letters);
    });
  }
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

const windowOf = (accountId: Id, inMailbox: Id, position: number) =>
  page.batch((calls) => {
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
console.log(`One account of ${count} letters, and three of as many together: ms of a window of 50 rows (median, p99)`);
for (const [name, at] of places) {
  const ofOne = at < 1 ? Math.floor(at * count) : at;
  const ofAll = at < 1 ? Math.floor(at * 3 * count) : at;
  const one = await repeat(REPETITIONS, (n) => windowOf(accountIds[0]!, inboxes.get(accountIds[0]!)!, ofOne + n));
  const all = await repeat(REPETITIONS, (n) => windowOf(ALL_ACCOUNTS_ID, "inbox", ofAll + n));
  console.log(`${name}: one ${one.median} (${one.p99}), all ${all.median} (${all.p99})`);
}
await server.close();
