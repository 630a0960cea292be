/** Damage affects its own message alone: backup and restore include all others. */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Id } from "@pismo/jmap";
import { createIngest } from "../../src/ingest/ingest.ts";
import { backup } from "../../src/store/backup/backup.ts";
import { folderSource } from "../../src/store/backup/folder-source.ts";
import { getEmails } from "../../src/store/mail/emails.ts";
import { restore } from "../../src/store/backup/restore.ts";
import { openStore } from "../../src/store/db/store.ts";
import { createMimePool, type MimePool } from "../../src/worker/pool.ts";
import { blobFiles, rot } from "../support/damage.ts";
import { type FolderStore, log, storeInFolder } from "./test-store.ts";

let t: FolderStore;
let mime: MimePool;
beforeEach(async () => {
  t = await storeInFolder();
  mime = createMimePool(1);
});
afterEach(async () => {
  await mime.close();
  await t.store.close();
  await t.remove();
});

const file = () => join(t.folder, "pismo.tar");
const elsewhere = () => join(t.folder, "elsewhere");

async function deliver(count: number, name = "letter"): Promise<{ id: Id; blobId: Id }[]> {
  const deliveries = Array.from({ length: count }, (_, n) => ({
    accountId: t.accountId,
    bytes: Buffer.from(`From: anna@example.com\r\nSubject: ${name} ${n}\r\n\r\nThe secret of ${name} ${n}.\r\n`),
    mailboxIds: [t.mailbox.inbox],
  }));
  const results = await createIngest({ store: t.store, mime }).deliverBatch(deliveries);
  return results.map((result) => {
    if (result instanceof Error) throw result;
    return result;
  });
}

/** The texts of these messages in a data directory; null for a missing one. */
async function textsIn(dataDir: string, emails: readonly { id: Id; blobId: Id }[]): Promise<(string | null)[]> {
  const store = await openStore({ dataDir }, log);
  try {
    const ids = emails.map(({ id }) => id);
    const records = await store.read((reader) => getEmails(reader, t.accountId, ids));
    return await Promise.all(
      records.map(async ({ blobId, headers }) => {
        const bytes = await store.blobs.get(blobId);
        return bytes ? `${headers.subject}: ${Buffer.from(bytes).toString().split("\r\n\r\n")[1]?.trim()}` : null;
      }),
    );
  } finally {
    await store.close();
  }
}
const wholeText = (n: number) => `letter ${n}: The secret of letter ${n}.`;

test.each([
  ["a pack", 20],
  ["a file", 1],
])("a rotten bit in %s: the message is reported, and all others are backed up and restored", async (_, count) => {
  const emails = [...(await deliver(count)), ...(await deliver(1, "other"))];
  rot(blobFiles(t.dataDir), "The secret of letter 0.");
  const { saved, faults } = await backup(folderSource(t.dataDir), file());
  expect(saved).toBe(count);
  expect(faults).toMatchObject([
    {
      blobId: emails[0]!.blobId,
      fault: "damaged",
      emails: [{ account: "you@pismo.localhost", folder: "Inbox", subject: "letter 0", from: "anna@example.com" }],
    },
  ]);
  const restored = await restore(file(), elsewhere(), log);
  expect(restored).toEqual({ restored: count, faults, damage: [], oldFolder: undefined, unreadableSecrets: 0 });
  // The damaged bytes are restored too: one wrong bit does not make the message useless.
  expect(await textsIn(elsewhere(), emails)).toEqual([
    "letter 0: Phe secret of letter 0.",
    ...emails.slice(1, count).map((__, index) => wholeText(index + 1)),
    "other 0: The secret of other 0.",
  ]);
});

test("a missing message, and an unreadable one: all others are backed up and restored", async () => {
  const emails = [...(await deliver(1)), ...(await deliver(1, "other")), ...(await deliver(10, "packed"))];
  const files = blobFiles(t.dataDir);
  await rm(files.find((each) => each.endsWith(emails[0]!.blobId))!);
  const other = files.find((each) => each.endsWith(emails[1]!.blobId))!;
  await rm(other);
  await mkdir(other);
  const { saved, faults } = await backup(folderSource(t.dataDir), file());
  expect(saved).toBe(10);
  expect(faults.map(({ blobId, fault }) => [blobId, fault])).toEqual(
    expect.arrayContaining([
      [emails[0]!.blobId, "missing"],
      [emails[1]!.blobId, "damaged"],
    ]),
  );
  expect((await restore(file(), elsewhere(), log)).faults).toHaveLength(2);
  const texts = await textsIn(elsewhere(), emails);
  expect(texts.slice(0, 2)).toEqual([null, null]);
  expect(texts.slice(2)).not.toContain(null);
});

test("a backup that was damaged later restores its intact messages, and the replaced mailbox is retained", async () => {
  const emails = await deliver(20);
  await backup(folderSource(t.dataDir), file());
  const later = await deliver(1, "later");
  await t.store.close();
  rot([file()], "The secret of letter 3.");
  const first = await restore(file(), t.dataDir, log);
  expect(first.restored).toBe(19);
  expect(first.faults).toMatchObject([{ blobId: emails[3]!.blobId, fault: "damaged" }]);
  expect(first.damage).toEqual(["1 of its messages is not as they were written"]);
  expect(first.oldFolder).toBe(`${t.dataDir}.before-restore`);
  expect(await textsIn(t.dataDir, emails)).toContain(wholeText(4));
  expect(await textsIn(first.oldFolder!, later)).toEqual(["later 0: The secret of later 0."]);
  // The next restore retains it too.
  expect((await restore(file(), t.dataDir, log)).oldFolder).toBe(`${t.dataDir}.before-restore-2`);
});

test("a truncated backup restores the messages up to its end, and reports the others", async () => {
  const emails = await deliver(20);
  await backup(folderSource(t.dataDir), file());
  const whole = await readFile(file());
  const [, eleventh] = [...whole.toString("latin1").matchAll(/blobs\/B/g)].map(({ index }) => index).slice(9);
  await writeFile(file(), whole.subarray(0, eleventh! + 520));
  const { restored, faults, damage } = await restore(file(), elsewhere(), log);
  expect(restored).toBe(10);
  expect(faults).toHaveLength(10);
  expect(damage).toContain("its list of contents is missing");
  expect(
    (await textsIn(elsewhere(), emails)).filter((text) => text !== null && !text.endsWith("undefined")),
  ).toHaveLength(10);
});

test("an unreadable header of the archive loses its own message, and no other", async () => {
  const emails = await deliver(20);
  await backup(folderSource(t.dataDir), file());
  rot([file()], `blobs/${emails[7]!.blobId}`);
  const { restored, faults, damage } = await restore(file(), elsewhere(), log);
  expect(restored).toBe(19);
  expect(faults).toMatchObject([{ blobId: emails[7]!.blobId, fault: "missing" }]);
  expect(damage[0]).toBe("a part of it cannot be read");
});

test("a restore syncs packs of a hundred messages and not each message", async () => {
  const emails = await deliver(250);
  await backup(folderSource(t.dataDir), file());
  await restore(file(), elsewhere(), log);
  expect(await readdir(join(elsewhere(), "blobs/packs"))).toHaveLength(3);
  expect(blobFiles(elsewhere())).toHaveLength(3);
  expect(await textsIn(elsewhere(), emails)).not.toContain(null);
});

test("two backups of two mailboxes to one file at once: each is complete", async () => {
  const emails = await deliver(20);
  await backup(folderSource(t.dataDir), file());
  await restore(file(), elsewhere(), log);
  await writeFile(`${file()}.999999999.partial`, "left behind by one that was killed");
  await Promise.all([
    backup(folderSource(t.dataDir), file()),
    backup(folderSource(elsewhere()), join(t.folder, "other.tar")),
  ]);
  expect((await readdir(t.folder)).sort()).toEqual(["data", "elsewhere", "other.tar", "pismo.tar"]);
  expect((await restore(file(), elsewhere(), log)).damage).toEqual([]);
  expect(await textsIn(elsewhere(), emails)).not.toContain(null);
});
