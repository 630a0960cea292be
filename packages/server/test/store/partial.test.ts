/** Partial Emails: reading the message waits for its fetch, the stored columns do not. */
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseMessage } from "../../src/mime/parse/parse.ts";
import { backup } from "../../src/store/backup/backup.ts";
import { folderSource } from "../../src/store/backup/folder-source.ts";
import { newRemoteBlobId } from "../../src/store/blobs/blobs.ts";
import { changesSince, stateOf } from "../../src/store/db/changes.ts";
import { queryEmails } from "../../src/store/query/email-query.ts";
import { getEmails } from "../../src/store/mail/emails.ts";
import { insertEmails } from "../../src/store/mail/insert-emails.ts";
import { completeEmail, countPartial, listPartial } from "../../src/store/mail/partial-emails.ts";
import { prepareEmail } from "../../src/store/mail/prepare-email.ts";
import { rebuild } from "../../src/store/mail/rebuild.ts";
import { restore } from "../../src/store/backup/restore.ts";
import { openStore } from "../../src/store/db/store.ts";
import { sweepStore } from "../../src/store/sweep/sweep.ts";
import { type FolderStore, log, storeInFolder } from "./test-store.ts";

let t: FolderStore;
const dataDir = () => t.dataDir;
beforeEach(async () => {
  t = await storeInFolder();
});
afterEach(async () => {
  await t.store.close();
  await t.remove();
});

const header = "From: Anna <anna@example.com>\r\nMessage-ID: <one@example.com>\r\nSubject: Boots\r\n\r\n";
const message = Buffer.from(`${header}They are waterproof.\r\n`);

async function insertPartial(receivedAt = new Date("2026-11-01T00:00:00Z")) {
  const blobId = newRemoteBlobId();
  const prepared = prepareEmail(parseMessage(Buffer.from(header)));
  const [inserted] = await t.store.write((tx) =>
    insertEmails(tx, [
      {
        accountId: t.accountId,
        blobId,
        size: message.length,
        prepared,
        mailboxIds: [t.mailbox.inbox],
        keywords: [],
        receivedAt,
        isPartial: true,
      },
    ]),
  );
  if (!inserted || inserted instanceof Error) throw new Error("not inserted");
  return inserted;
}

const arrive = async (emailId: string, blobId: string): Promise<void> => {
  await t.store.blobs.putStream(
    (async function* () {
      yield message;
    })(),
    1000,
    blobId,
  );
  const whole = { size: message.length, prepared: prepareEmail(parseMessage(message)) };
  await t.store.write((tx) => completeEmail(tx, t.accountId, emailId, whole));
};

const blobsOfAccount = () => t.store.blobsOf(t.accountId);
const search = (text: string) =>
  t.store.read(async (reader) => (await queryEmails(reader, t.accountId, { filter: { text } })).ids);
const recordOf = (id: string) => t.store.read(async (reader) => (await getEmails(reader, t.accountId, [id]))[0]!);

test("a reader of the blob waits until its message is fetched, once for all readers", async () => {
  const { id, blobId } = await insertPartial();
  const asked: string[] = [];
  const stop = t.store.serveMessages(t.accountId, async (emailId) => {
    asked.push(emailId);
    if (asked.length === 1) await arrive(emailId, blobId);
  });
  expect(await recordOf(id)).toMatchObject({ isPartial: true, preview: "", size: message.length });
  expect(Buffer.from((await blobsOfAccount().get(blobId))!)).toEqual(message);
  expect(await blobsOfAccount().size(blobId)).toBe(message.length);
  expect(Buffer.from((await blobsOfAccount().getRange(blobId, 0, 4))!).toString()).toBe("From");
  expect(asked).toEqual([id]);
  expect(await recordOf(id)).toMatchObject({ isPartial: false, preview: "They are waterproof.", blobId });
  stop();
});

test("without a connection to its server the reader gets an error; a transaction never waits", async () => {
  const { id, blobId } = await insertPartial();
  await expect(blobsOfAccount().get(blobId)).rejects.toMatchObject({ code: "blobElsewhere" });
  const stop = t.store.serveMessages(t.accountId, () => Promise.reject(new Error("no route to host")));
  await expect(blobsOfAccount().get(blobId)).rejects.toThrow(/no route to host/);
  await expect(t.store.hydrateEmail(id, t.accountId)).rejects.toMatchObject({ code: "blobElsewhere" });
  // Another account's blobs are not fetched, and those that are here need no account.
  expect(await t.store.blobsOf("a999").get(blobId)).toBeUndefined();
  expect(await t.store.blobs.get(blobId)).toBeUndefined();
  expect(await t.store.write((tx) => tx.blobs.get(blobId))).toBeUndefined();
  expect(await t.store.read((reader) => reader.blobs.get(blobId))).toBeUndefined();
  stop();
  expect(await blobsOfAccount().get(newRemoteBlobId())).toBeUndefined();
});

test("after hydration the words are found, and clients are notified of a visible change", async () => {
  const { id, blobId } = await insertPartial();
  expect(await search("boots")).toEqual([id]);
  expect(await search("waterproof")).toEqual([]);
  const before = await t.store.read((reader) => stateOf(reader, t.accountId, "Email"));
  await arrive(id, blobId);
  expect(await search("waterproof")).toEqual([id]);
  expect(await search("boots")).toEqual([id]);
  const changes = () => t.store.read((reader) => changesSince(reader, t.accountId, "Email", before));
  const after = await changes();
  expect(after).toMatchObject({ created: [], updated: [id] });
  // A second time changes nothing.
  await arrive(id, blobId);
  expect((await changes()).newState).toBe(after.newState);
});

test("partial Emails are listed newest first and counted, also of one mailbox", async () => {
  const older = await insertPartial(new Date("2026-10-01T00:00:00Z"));
  const newer = await insertPartial();
  const { inbox, archive } = t.mailbox;
  await t.store.read(async (reader) => {
    const list = await listPartial(reader, t.accountId, { mailboxId: inbox, limit: 10 });
    expect(list.map(({ emailId }) => emailId)).toEqual([newer.id, older.id]);
    expect(await listPartial(reader, t.accountId, { limit: 1 })).toHaveLength(1);
    expect(await listPartial(reader, t.accountId, { mailboxId: archive, limit: 10 })).toEqual([]);
    expect(await countPartial(reader, t.accountId)).toBe(2);
    expect(await countPartial(reader, t.accountId, archive)).toBe(0);
  });
  await arrive(newer.id, newer.blobId);
  expect(await t.store.read((reader) => countPartial(reader, t.accountId, inbox))).toBe(1);
});

const find = (condition: string[]) =>
  t.store.read(async (reader) => (await queryEmails(reader, t.accountId, { filter: { header: condition } })).ids);

test("header conditions match the known header fields", async () => {
  const { id } = await insertPartial();
  expect(await find(["message-id", "one@example.com"])).toEqual([id]);
  expect(await find(["subject", "boots"])).toEqual([id]);
  expect(await find(["message-id", "two@example.com"])).toEqual([]);
});

test("backup, restore, rebuild and sweep accept hydrated and partial Emails", async () => {
  const whole = await insertPartial();
  await arrive(whole.id, whole.blobId);
  const partial = await insertPartial();
  await backup(folderSource(dataDir()), join(t.folder, "pismo.tar"));
  await t.store.close();
  await restore(join(t.folder, "pismo.tar"), dataDir(), log);
  const store = await openStore({ dataDir: dataDir() }, log);
  t = { ...t, store };
  expect(Buffer.from((await store.blobs.get(whole.blobId))!)).toEqual(message);
  expect(await recordOf(partial.id)).toMatchObject({ isPartial: true, blobId: partial.blobId });
  expect(await rebuild(store, (bytes) => Promise.resolve(parseMessage(bytes)))).toEqual({ emails: 1, faults: [] });
  expect(await search("waterproof")).toEqual([whole.id]);
  expect(await search("boots")).toHaveLength(2);
  expect(await sweepStore(store, { graceMs: -1000 }, log)).toBe(0);
  await store.blobs.putStream(
    (async function* () {
      yield message;
    })(),
    1000,
    newRemoteBlobId(),
  );
  expect(await sweepStore(store, { graceMs: -1000 }, log)).toBe(1);
});
