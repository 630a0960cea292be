import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseMessage } from "../../src/mime/parse/parse.ts";
import { backup } from "../../src/store/backup/backup.ts";
import { folderSource } from "../../src/store/backup/folder-source.ts";
import { changesSince, stateOf } from "../../src/store/db/changes.ts";
import { queryEmails } from "../../src/store/query/email-query.ts";
import { getEmails, insertEmail } from "../../src/store/mail/emails.ts";
import { getMailboxes } from "../../src/store/mail/mailboxes.ts";
import { rebuild } from "../../src/store/mail/rebuild.ts";
import { restore } from "../../src/store/backup/restore.ts";
import { lockDataDir, openStore, type Store } from "../../src/store/db/store.ts";
import { expectReturn, expectSnoozedLetters, makeSnoozedLetters } from "../support/snoozed-letters.ts";
import { type FolderStore, log, storeInFolder } from "./test-store.ts";

let t: FolderStore;
const dataDir = () => t.dataDir;
const file = () => join(t.folder, "pismo.tar");
beforeEach(async () => {
  t = await storeInFolder();
});
afterEach(async () => {
  await t.store.close();
  await t.remove();
});

async function deliver(store: Store, subject: string) {
  const bytes = Buffer.from(`From: Anna <anna@example.com>\r\nSubject: ${subject}\r\n\r\nThe body of ${subject}\r\n`);
  const { blobId, size } = await store.blobs.put(bytes);
  const email = {
    blobId,
    size,
    parsed: parseMessage(bytes),
    mailboxIds: [t.mailbox.inbox],
    keywords: [],
    receivedAt: new Date(),
  };
  return store.write((tx) => insertEmail(tx, t.accountId, email));
}

test("a backup made beside a running server restores the moment it was made", async () => {
  const kept = await deliver(t.store, "kept");
  const keptState = await t.store.read((reader) => stateOf(reader, t.accountId, "Email"));
  const progress: number[] = [];
  await backup(folderSource(dataDir()), file(), ({ done }) => progress.push(done));
  expect(progress).toEqual([1]);
  const later = await deliver(t.store, "later");
  const lostState = await t.store.read((reader) => stateOf(reader, t.accountId, "Email"));
  await t.store.close();

  await restore(file(), dataDir(), log);
  expect((await readdir(t.folder)).sort()).toEqual(["data", "data.before-restore", "pismo.tar"]);
  const restored = await openStore({ dataDir: dataDir() }, log);
  await restored.read(async (reader) => {
    expect(await getEmails(reader, t.accountId, [kept.id, later.id])).toEqual([kept]);
    expect((await queryEmails(reader, t.accountId, { filter: { text: "kept" } })).ids).toEqual([kept.id]);
    // A client with a state from after the backup must fetch everything again; one with a state from before goes on.
    await expect(changesSince(reader, t.accountId, "Email", lostState)).rejects.toMatchObject({
      type: "cannotCalculateChanges",
    });
    expect(await changesSince(reader, t.accountId, "Email", keptState)).toMatchObject({ created: [], updated: [] });
    const now = await stateOf(reader, t.accountId, "Email");
    expect(await changesSince(reader, t.accountId, "Email", now)).toMatchObject({ created: [], newState: now });
  });
  expect(Buffer.from((await restored.blobs.get(kept.blobId))!).toString()).toContain("Subject: kept");
  const [since, next] = [
    await restored.read((reader) => stateOf(reader, t.accountId, "Email")),
    await deliver(restored, "next"),
  ];
  for (const state of [since, keptState]) {
    expect(await restored.read((reader) => changesSince(reader, t.accountId, "Email", state))).toMatchObject({
      created: [next.id],
    });
  }
  const asked = restored.read((reader) => changesSince(reader, t.accountId, "Email", lostState));
  await expect(asked).rejects.toMatchObject({ type: "cannotCalculateChanges" });
  await restored.close();
});

test("a restore creates a missing data directory", async () => {
  const { id } = await deliver(t.store, "kept");
  await backup(folderSource(dataDir()), file());
  await restore(file(), join(t.folder, "elsewhere"), log);
  const other = await openStore({ dataDir: join(t.folder, "elsewhere") }, log);
  expect(await other.read((reader) => getEmails(reader, t.accountId, [id]))).toHaveLength(1);
  await other.close();
});

test("a snoozed letter keeps its time, and one that came back its place on top", async () => {
  const letters = await makeSnoozedLetters(t.store, t.accountId, t.mailbox.inbox);
  await backup(folderSource(dataDir()), file());
  await t.store.close();
  await restore(file(), dataDir(), log);
  const restored = await openStore({ dataDir: dataDir() }, log);
  try {
    await expectSnoozedLetters(restored, letters);
    expect(await rebuild(restored, async (bytes) => parseMessage(bytes))).toEqual({ emails: 3, faults: [] });
    await expectSnoozedLetters(restored, letters);
    await expectReturn(restored, letters);
  } finally {
    await restored.close();
  }
});

test("a file without a readable database replaces nothing", async () => {
  const { id } = await deliver(t.store, "kept");
  await backup(folderSource(dataDir()), file());
  const whole = await readFile(file());
  const broken = join(t.folder, "broken.tar");
  const attempts = [
    whole.subarray(0, 3000),
    Buffer.from(whole.map((byte, at) => (at > 4608 && at < 30_000 ? 0 : byte))),
    Buffer.from("hello ".repeat(1000)),
    Buffer.alloc(0),
  ];
  for (const bytes of attempts) {
    await writeFile(broken, bytes);
    await expect(restore(broken, dataDir(), log)).rejects.toMatchObject({ code: "badBackup" });
  }
  await expect(restore(join(t.folder, "none.tar"), dataDir(), log)).rejects.toMatchObject({ code: "unreadable" });
  const release = lockDataDir(dataDir());
  await expect(restore(file(), dataDir(), log)).rejects.toMatchObject({ code: "locked" });
  release();
  expect(await t.store.read((reader) => getEmails(reader, t.accountId, [id]))).toHaveLength(1);
  expect((await readdir(t.folder)).sort()).toEqual(["broken.tar", "data", "pismo.tar"]);
});

test("every derived column is derived again from the blobs", async () => {
  const emails = [await deliver(t.store, "invoices"), await deliver(t.store, "отчёты")];
  const snapshot = () =>
    t.store.read(async (reader) => ({
      emails: await getEmails(
        reader,
        t.accountId,
        emails.map(({ id }) => id),
      ),
      mailboxes: await getMailboxes(reader, t.accountId),
      sorted: (await queryEmails(reader, t.accountId, { sort: [{ property: "subject" }] })).ids,
      found: (await queryEmails(reader, t.accountId, { filter: { text: "отчетами" } })).ids,
    }));
  const before = await snapshot();
  await t.store.write(async (tx) => {
    await tx.run("update email set sent_at = 1, has_attachment = 1, from_key = '', to_key = '', subject_key = ''");
    await tx.run("update email_mailbox set has_attachment = 1");
    await tx.run("update email_content set headers = '{}', structure = '{}', preview = ''");
    await tx.run("delete from email_search");
    await tx.run("update mailbox set total_emails = 99, unread_threads = 99");
    await tx.run("delete from thread_mailbox");
  });
  expect(await snapshot()).not.toEqual(before);
  const result = await rebuild(t.store, async (bytes) => parseMessage(bytes));
  expect(result).toEqual({ emails: 2, faults: [] });
  expect(await snapshot()).toEqual(before);
});
