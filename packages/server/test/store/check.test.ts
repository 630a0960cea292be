/** Check and repair of damage to the files of a data directory: pages and messages (check-rows.test.ts has the rows). */
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Id } from "@pismo/jmap";
import { createIngest } from "../../src/ingest/ingest.ts";
import { parseMessage } from "../../src/mime/parse/parse.ts";
import { checkFolder } from "../../src/store/check/check-folder.ts";
import type { CheckReport } from "../../src/store/check/report.ts";
import { queryEmails } from "../../src/store/query/email-query.ts";
import { getEmails, updateEmail } from "../../src/store/mail/emails.ts";
import { getMailboxes } from "../../src/store/mail/mailboxes.ts";
import { openStore, type Store } from "../../src/store/db/store.ts";
import { createMimePool, type MimePool } from "../../src/worker/pool.ts";
import { blobFiles, rot } from "../support/damage.ts";
import { type FolderStore, log, storeInFolder } from "./test-store.ts";

const COUNT = 150;

let t: FolderStore;
let mime: MimePool;
let ids: Id[];
beforeEach(async () => {
  t = await storeInFolder();
  mime = createMimePool(1);
  const ingest = createIngest({ store: t.store, mime });
  const deliveries = Array.from({ length: COUNT }, (_, n) => ({
    accountId: t.accountId,
    bytes: Buffer.from(
      `From: anna@example.com\r\nMessage-ID: <${n}@example.com>\r\nSubject: letter ${n} end\r\n\r\n${"words ".repeat(40)} secret${n}\r\n`,
    ),
    mailboxIds: [n % 2 === 0 ? t.mailbox.inbox : t.mailbox.archive],
    keywords: n % 3 === 0 ? ["$seen", "$flagged"] : [],
  }));
  const results = await ingest.deliverBatch(deliveries);
  ids = results.map((result) => {
    if (result instanceof Error) throw result;
    return result.id;
  });
});
afterEach(async () => {
  await mime.close();
  await t.store.close();
  await t.remove();
});

const check = (isRepair = false): Promise<CheckReport> =>
  checkFolder({
    dataDir: t.dataDir,
    domain: "pismo.localhost",
    isRepair,
    log,
    parse: async (bytes) => parseMessage(bytes),
    onProgress: () => {},
  });

/** Everything that a client sees of Emails and mailboxes. */
async function view(store: Store = t.store) {
  return store.read(async (reader) => ({
    emails: await getEmails(reader, t.accountId, ids),
    mailboxes: await getMailboxes(reader, t.accountId),
    inbox: (await queryEmails(reader, t.accountId, { filter: { inMailbox: t.mailbox.inbox } })).ids,
    found: (await queryEmails(reader, t.accountId, { filter: { text: "secret77" } })).ids,
  }));
}

async function reopened<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ dataDir: t.dataDir }, log);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

test("an intact mailbox has no problems, beside a running server", async () => {
  expect(await check()).toEqual({ emailCount: COUNT, problems: [], done: [], left: [], faults: [], notes: [] });
});

test("damaged and missing messages: their Emails stay, with recorded faults, and are reported", async () => {
  const before = await view();
  rot(blobFiles(t.dataDir), "secret7\r");
  const found = await check();
  expect(found).toMatchObject({ problems: [], left: [] });
  expect(found.faults).toMatchObject([{ fault: "damaged", emails: [{ emailId: ids[7], subject: "letter 7 end" }] }]);
  expect((await check(true)).faults).toHaveLength(1);
  expect(await view()).toEqual(before);
  const marked = () => t.store.read((reader) => reader.all("select fault from damaged_blob"));
  expect(await marked()).toEqual([{ fault: "damaged" }]);
  await t.store.blobs.put(
    Buffer.from(
      `From: anna@example.com\r\nMessage-ID: <7@example.com>\r\nSubject: letter 7 end\r\n\r\n${"words ".repeat(40)} secret7\r\n`,
    ),
  );
  expect((await check(true)).faults).toEqual([]);
  expect(await marked()).toEqual([]);
});

/** Overwrites the pages of a closed database that contain any of these texts. */
function damagePages(...texts: string[]): void {
  const file = join(t.dataDir, "pismo.sqlite");
  const bytes = readFileSync(file);
  const out = openSync(file, "r+");
  for (const text of texts) {
    const at = bytes.indexOf(text);
    if (at < 0) throw new Error(`"${text}" is not in the database`);
    writeSync(out, Buffer.alloc(4096, 0xff), 0, 4096, Math.floor(at / 4096) * 4096);
  }
  closeSync(out);
}

const known = (emails: Awaited<ReturnType<typeof view>>["emails"]) =>
  emails.map(({ blobId, mailboxIds, keywords, headers, receivedAt, size, preview }) => ({
    blobId,
    mailboxIds,
    keywords: keywords.toSorted(),
    subject: headers.subject,
    receivedAt,
    size,
    preview,
  }));

test("a damaged page of derived columns: all Emails are restored unchanged", async () => {
  const before = await view();
  await t.store.close();
  damagePages('"letter 77 end"');
  const found = await check();
  expect(found.problems[0]).toMatch(/is damaged/);
  expect((await check(true)).left).toEqual([]);
  expect(readdirSync(t.dataDir)).toContain("pismo.sqlite.damaged");
  await reopened(async (store) => expect(known((await view(store)).emails)).toEqual(known(before.emails)));
  expect((await check()).problems).toEqual([]);
});

test("a damaged page of the Emails themselves: they are restored in their mailboxes, or at least as Emails", async () => {
  const before = await view();
  await t.store.close();
  // Rows of the table and of an index have the blob's name; the first is one of them.
  damagePages(before.emails[77]!.blobId);
  expect((await check(true)).left).toEqual([]);
  await reopened(async (store) => {
    const after = await store.read((reader) => queryEmails(reader, t.accountId, {}));
    expect(after.ids).toHaveLength(COUNT);
    const { emails, found } = await view(store);
    expect(emails.map(({ headers }) => headers.subject)).toEqual(before.emails.map(({ headers }) => headers.subject));
    expect(emails.map(({ mailboxIds }) => mailboxIds)).toEqual(before.emails.map(({ mailboxIds }) => mailboxIds));
    expect(found).toEqual(before.found);
  });
});

test("an unreadable database: Emails are created for the messages", async () => {
  await t.store.close();
  const file = join(t.dataDir, "pismo.sqlite");
  const out = openSync(file, "r+");
  writeSync(out, Buffer.alloc(4096, 0xff), 0, 4096, 0);
  closeSync(out);
  rmSync(`${file}-wal`, { force: true });
  expect((await check()).problems[0]).toMatch(/is damaged/);
  const { done, left } = await check(true);
  expect(left).toEqual([expect.stringMatching(/^folders, flags, accounts and settings are lost/)]);
  expect(done.join("\n")).toMatch(/kept as .*pismo\.sqlite\.damaged/);
  expect(done.join("\n")).toContain(`${COUNT} letters were made of messages that no letter had`);
});

test("after a repair the mailbox works: keywords, deliveries, searches", async () => {
  await t.store.close();
  damagePages('"letter 20 end"', '"letter 120 end"');
  await check(true);
  await reopened(async (store) => {
    await store.write((tx) => updateEmail(tx, t.accountId, ids[20]!, { keywords: ["$seen"] }));
    const bytes = Buffer.from("From: a@b.example\r\nSubject: new\r\n\r\nfresh\r\n");
    const { id } = await createIngest({ store, mime }).deliver({
      accountId: t.accountId,
      bytes,
      mailboxIds: [t.mailbox.inbox],
    });
    expect(ids).not.toContain(id);
    const { ids: found } = await store.read((reader) =>
      queryEmails(reader, t.accountId, { filter: { text: "fresh" } }),
    );
    expect(found).toEqual([id]);
  });
  expect((await check()).problems).toEqual([]);
});
