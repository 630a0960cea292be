/** What a check finds wrong in rows, blobs and packs of either engine, and what its repair gives back. */
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Id } from "@pismo/jmap";
import { createIngest } from "../../src/ingest/ingest.ts";
import { parseMessage } from "../../src/mime/parse/parse.ts";
import { vaultWith } from "../../src/store/auth/vault.ts";
import { checkShared } from "../../src/store/check/check-shared.ts";
import { checkStore } from "../../src/store/check/check-store.ts";
import { postgresChecks } from "../../src/store/check/postgres-checks.ts";
import { type CheckOptions, type CheckReport, emptyReport } from "../../src/store/check/report.ts";
import { sqliteChecks } from "../../src/store/check/sqlite-checks.ts";
import { changesSince, stateOf } from "../../src/store/db/changes.ts";
import type { Store } from "../../src/store/db/store.ts";
import { getDeadlines } from "../../src/store/facts/deadlines.ts";
import { recordFacts } from "../../src/store/facts/email-facts.ts";
import { getEmails, updateEmail } from "../../src/store/mail/emails.ts";
import { getMailboxes } from "../../src/store/mail/mailboxes.ts";
import { putImapServer } from "../../src/store/mirror/imap-accounts.ts";
import { getNewsletters } from "../../src/store/newsletters/newsletters.ts";
import { queryEmails } from "../../src/store/query/email-query.ts";
import { getScreened, noteScreened } from "../../src/store/screening/screened-senders.ts";
import { getScreening, startScreening } from "../../src/store/screening/screening.ts";
import { createMimePool } from "../../src/worker/pool.ts";
import { isOnPostgres } from "../support/memory-store.ts";
import { storeWithAccount, type TestStore } from "./test-store.ts";

const COUNT = 30;
const textOf = (n: number): Buffer =>
  Buffer.from(
    `From: anna@example.com\r\nMessage-ID: <${n}@example.com>\r\nList-Id: <list${n % 4}.example.com>\r\nSubject: letter ${n} end\r\n\r\nsecret${n} words\r\n`,
  );

let t: TestStore;
let store: Store;
let ids: Id[];
beforeEach(async () => {
  t = await storeWithAccount();
  ({ store } = t);
  const mime = createMimePool(1);
  const results = await createIngest({ store, mime }).deliverBatch(
    Array.from({ length: COUNT }, (_, n) => ({
      accountId: t.accountId,
      bytes: textOf(n),
      mailboxIds: [n % 2 === 0 ? t.mailbox.inbox : t.mailbox.trash],
      keywords: n % 3 === 0 ? ["$seen", "$flagged"] : n % 3 === 1 ? ["trip"] : [],
    })),
  );
  await mime.close();
  ids = results.map((result) => {
    if (result instanceof Error) throw result;
    return result.id;
  });
  const fields = [{ name: "dueDay" as const, value: "2030-03-07", source: "text" as const, quote: null }];
  const read = { category: null, sender: "own" as const, isRead: true, domain: "x.example" };
  const facts = [{ kind: "finance" as const, fields }];
  await store.write(async (tx) => {
    await recordFacts(tx, t.accountId, [{ ...read, emailId: ids[0]!, facts }]);
    await startScreening(tx, t.accountId, "Waiting room", Date.now());
    const { mailboxId } = (await getScreening(tx, t.accountId))!;
    const email = { emailId: ids[2]!, address: "eve@example.com", receivedAt: new Date("2026-01-01") };
    await noteScreened(tx, t.accountId, [{ ...email, wasRefused: false }]);
    await updateEmail(tx, t.accountId, ids[2]!, { mailboxIds: [mailboxId] });
  });
});
afterEach(() => store.close());

const options = (isRepair: boolean): CheckOptions => ({
  domain: "pismo.localhost",
  isRepair,
  parse: async (bytes) => parseMessage(bytes),
  onProgress: () => {},
});

async function check(isRepair = false): Promise<CheckReport> {
  const report = emptyReport();
  await checkStore(store, isOnPostgres ? postgresChecks : sqliteChecks, options(isRepair), report);
  return report;
}

/** Everything that a client sees of Emails and mailboxes. */
const view = () =>
  store.read(async (reader) => ({
    emails: await getEmails(reader, t.accountId, ids),
    mailboxes: await getMailboxes(reader, t.accountId),
    inbox: (await queryEmails(reader, t.accountId, { filter: { inMailbox: t.mailbox.inbox } })).ids,
    flagged: (await queryEmails(reader, t.accountId, { filter: { hasKeyword: "$flagged" } })).ids,
    newsletters: await getNewsletters(reader, t.accountId, null, Date.parse("2026-01-01")),
    deadlines: await getDeadlines(reader, t.accountId, null),
    screened: await getScreened(reader, t.accountId, null),
    found: (await queryEmails(reader, t.accountId, { filter: { text: "secret17" } })).ids,
  }));

/** As rows get lost: without what the engine does when one is deleted. */
async function damage(...statements: string[]): Promise<void> {
  await store.write(async (tx) => {
    if (isOnPostgres) await tx.run("set local session_replication_role = replica");
    for (const sql of statements) await tx.run(sql);
  });
}

const lostIndexEntry = isOnPostgres
  ? "delete from email_search where email_id = 18"
  : "delete from email_search where rowid = 18";
const ghostInIndex = isOnPostgres
  ? `insert into email_search select account_id, 999, part, terms, subject, "from", "to", cc, bcc, body, attachments from email_search where email_id = 3`
  : "insert into email_search (rowid, subject) values (999, 'ghost')";

test("an intact mailbox has no problems", async () => {
  expect(await check()).toEqual({ ...emptyReport(), emailCount: COUNT });
});

test.each([
  ["counts of a folder", "update mailbox set total_emails = 99 where role = 'inbox'", /1 folder whose counts/],
  ["unread conversations of a folder", "update mailbox set unread_threads = 7", /unread conversations/],
  [
    "unread letters of a conversation",
    "update thread set unread_outside_trash = 9 where id = 5",
    /unread conversations/,
  ],
  ["counts of conversations in folders", "delete from thread_mailbox where thread_id < 20", /conversations/],
  ["letters of a conversation", "update thread set total_emails = 9 where id = 5", /1 conversation whose number/],
  ["spans", "update mailbox_span set emails = emails + 1", /place in a list/],
  ["a lost content", "delete from email_content where email_id < 10", /9 letters without what is made/],
  ["a lost index entry", lostIndexEntry, /1 letter that a search does not find/],
  ["a ghost in the index", ghostInIndex, /search index knows 1 letter/],
  ["counts of labels", "update label_count set unread_emails = 1", /counts of labels/],
  ["letters of first-time senders", "update screened_sender set emails = 7", /first-time senders are counted wrong/],
  ["marks of letters that wait", "update screened_email set is_waiting = 0", /1 letter of first-time senders/],
  ["lost counts of labels", "delete from label_count where mailboxes = '1'", /counts of labels/],
  [
    "the moments at which letters came back",
    "update email set sort_at = 7000 where id < 3",
    /2 letters .* other marks/,
  ],
  ["marks", "update email_mailbox set is_seen = 1 - is_seen where email_id < 9", /8 letters .* other marks/],
  ["keywords", "update email_keyword set received_at = 5 where keyword = '$flagged'", /10 keywords by which/],
  ["the change log", "delete from change where type = 'Email' and object_id < 9", /change log disagrees .* 8 places/],
  ["a ghost in the change log", "insert into change values (1, 'Email', 999999, 1, 1, 1, 0)", /change log disagrees/],
  ["a log that is ahead", "update account set modseq = 1", /ahead of its account/],
  ["an empty conversation", "insert into thread (id, account_id) values (777, 1)", /1 conversation without a letter/],
  [
    "letters of newsletters",
    "update newsletter_email set is_listed = 1 - is_listed where email_id < 5",
    /4 letters of newsletters/,
  ],
  ["counts of newsletters", "update newsletter set opened = 99", /letters of newsletters are counted wrong/],
  ["months of newsletters", "delete from newsletter_span", /newsletters in a month are counted wrong/],
  [
    "a deadline without a letter",
    "insert into deadline (account_id, id, group_key, place, kind, title, due_at, letters, state) values (1, 777, 'gone', 0, 'payment', '', '2030-01-01', '[]', 'open')",
    /1 deadline of which no letter speaks/,
  ],
  [
    "letters that would not be read",
    "insert into fact_progress (account_id, modseq, backlog) values (1, 99999, 0)",
    /would not be read/,
  ],
  ["sizes", "update email set size = 3 where id < 4", /3 messages have another size/],
])("%s: said in words, and a repair gives back the same mailbox", async (_, sql, words) => {
  const before = await view();
  await damage(sql);
  const found = await check();
  expect(found.problems.join("\n")).toMatch(words);
  expect(found.left).toEqual(found.problems);
  const repaired = await check(true);
  expect(repaired.problems).toEqual(found.problems);
  expect(repaired.left).toEqual([]);
  expect((await check()).problems).toEqual([]);
  expect(await view()).toEqual(before);
});

test("an Email in no mailbox is put into one, and clients hear of the repair", async () => {
  const state = await store.read((reader) => stateOf(reader, t.accountId, "Email"));
  await damage("delete from email_mailbox where email_id = 5");
  expect((await check()).problems).toContain("1 letter in no folder");
  expect((await check(true)).left).toEqual([]);
  const { emails, mailboxes } = await view();
  expect(emails[4]!.mailboxIds).toEqual([mailboxes.find(({ name }) => name === "Recovered")!.id]);
  await expect(store.read((reader) => changesSince(reader, t.accountId, "Email", state))).rejects.toMatchObject({
    type: "cannotCalculateChanges",
  });
});

describe.runIf(isOnPostgres)("rows without what they belong to", () => {
  test("what is lost is made again, and the rest removed", async () => {
    await damage("delete from thread where id = 5", "delete from email where id = 7");
    const { problems } = await check();
    expect(problems.join("\n")).toMatch(/entr(?:y|ies) in email without/);
    expect(problems.join("\n")).toMatch(/entr(?:y|ies) in email_content without/);
    expect((await check(true)).left).toEqual([]);
    const { problems: after, notes } = await check();
    expect(after).toEqual([]);
    // The message of the lost letter.
    expect(notes).toEqual([expect.stringMatching(/^1 messages or files are stored that no letter has/)]);
    expect((await view()).emails.map(({ id }) => id)).toEqual(ids.filter((id) => id !== "e7"));
  });

  test("the next id is one that is taken", async () => {
    await damage("select setval('email_id_seq', 3)");
    expect((await check()).problems).toEqual(["1 kind of things whose next id is taken already"]);
    expect((await check(true)).left).toEqual([]);
    expect(await store.write((tx) => tx.newKeys("email", 1))).toEqual([COUNT + 1]);
  });

  test("passwords that the key does not open, and no repair beside a server", async () => {
    const vault = vaultWith(randomBytes(32));
    const server = {
      host: "mail.example",
      port: 993,
      security: "tls",
      username: "anna",
      password: "x",
      smtpUrl: null,
    } as const;
    await store.write((tx) => putImapServer(tx, t.accountId, server, vaultWith(randomBytes(32))));
    const { left } = await checkShared(store, vault, options(true));
    expect(left).toEqual([expect.stringMatching(/^1 password of accounts .* do not open with PISMO_SECRET_KEY/)]);
    await store.write((tx) => tx.run("insert into process (roles) values ('web')"));
    await expect(checkShared(store, vault, options(true))).rejects.toMatchObject({ code: "locked" });
    expect((await checkShared(store, vault, options(false))).left).toEqual(left);
  });
});

describe("messages", () => {
  test("lost entries of packs are restored from the trailers", async () => {
    await damage("delete from packed_blob");
    expect((await check()).faults).toHaveLength(COUNT);
    expect((await check(true)).faults).toEqual([]);
    expect((await check()).faults).toEqual([]);
  });

  test("a pack that is not there: its letters keep what is known of them, until the messages come again", async () => {
    const before = await view();
    const row = await store.read((reader) => reader.get<{ pack: number }>("select pack from packed_blob"));
    await store.blobs.packs.remove(row!.pack);
    const found = await check();
    expect(found.problems).toEqual(["1 pack of messages is not there"]);
    expect(found.faults).toHaveLength(COUNT);
    expect(found.faults[0]).toMatchObject({ fault: "missing", emails: [{ account: "you@pismo.localhost" }] });
    expect((await check(true)).faults).toHaveLength(COUNT);
    expect(await view()).toEqual(before);
    const mime = createMimePool(1);
    await createIngest({ store, mime }).deliverBatch(
      Array.from({ length: COUNT }, (_, n) => ({
        accountId: t.accountId,
        bytes: textOf(n),
        mailboxIds: [t.mailbox.archive],
      })),
    );
    await mime.close();
    expect(await check(true)).toMatchObject({ left: [], faults: [] });
    for (const [n, { blobId }] of before.emails.entries()) {
      expect(Buffer.from((await store.blobs.get(blobId))!)).toEqual(textOf(n));
    }
  });

  test("a damaged message is named, and those that nothing names are noted", async () => {
    const [first] = (await view()).emails;
    const { blobId } = await store.blobs.put(Buffer.from("another"));
    await damage(`update email set blob_id = '${blobId}' where id = 1`);
    expect(await check()).toMatchObject({
      faults: [],
      notes: [expect.stringMatching(/^1 messages or files .* no letter has/)],
    });
    expect(first!.blobId).not.toBe(blobId);
  });
});
