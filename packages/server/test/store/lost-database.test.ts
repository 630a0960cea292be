/** The database is lost and the messages are stored: no sweep removes them, and Emails are created for them again. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createIngest } from "../../src/ingest/ingest.ts";
import { parseMessage } from "../../src/mime/parse/parse.ts";
import { backup } from "../../src/store/backup/backup.ts";
import { folderSource } from "../../src/store/backup/folder-source.ts";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { destroyEmails } from "../../src/store/mail/emails.ts";
import { blobIdOf } from "../../src/store/blobs/blobs.ts";
import { getMailboxes } from "../../src/store/mail/mailboxes.ts";
import { type RecoveredMessages, recoverMessages } from "../../src/store/backup/recover-messages.ts";
import { openStore, type Store } from "../../src/store/db/store.ts";
import { sweepStore } from "../../src/store/sweep/sweep.ts";
import { createMimePool, type MimePool } from "../../src/worker/pool.ts";
import { blobFiles, rot } from "../support/damage.ts";
import { type FolderStore, log, storeInFolder } from "./test-store.ts";

let t: FolderStore;
let mime: MimePool;
let opened: Store | undefined;
beforeEach(async () => {
  t = await storeInFolder();
  mime = createMimePool(1);
});
afterEach(async () => {
  await mime.close();
  await t.store.close();
  await opened?.close();
  opened = undefined;
  await t.remove();
});

const text = (name: string) =>
  `Received: from a by b; Tue, 1 Oct 2024 10:00:00 +0000\r\nFrom: anna@example.com\r\nSubject: ${name}\r\n\r\nThe secret of ${name}.\r\n`;
const sweep = () => sweepStore(t.store, { graceMs: -60_000 }, log);
const names = (count: number, name = "letter") => Array.from({ length: count }, (_, n) => `${name} ${n}`);

async function deliver(wanted: readonly string[], store = t.store): Promise<string[]> {
  const deliveries = wanted.map((name) => ({
    accountId: t.accountId,
    bytes: Buffer.from(text(name)),
    mailboxIds: [t.mailbox.inbox],
  }));
  const results = await createIngest({ store, mime }).deliverBatch(deliveries);
  return results.map((result) => {
    if (result instanceof Error) throw result;
    return result.id;
  });
}

async function loseDatabase(): Promise<void> {
  await t.store.close();
  for (const name of await readdir(t.dataDir)) {
    if (name.startsWith("pismo.sqlite")) await rm(join(t.dataDir, name));
  }
}

const allFiles = async () =>
  new Map(
    await Promise.all(
      blobFiles(t.dataDir).map(async (file) => [file, (await readFile(file)).toString("latin1")] as const),
    ),
  );

async function recover(): Promise<RecoveredMessages> {
  opened = await openStore({ dataDir: t.dataDir, mayBeLost: true }, log);
  const account = await opened.write((tx) => createAccount(tx, { name: "", email: "you@pismo.localhost" }));
  return again(account.id);
}
const again = (accountId = t.accountId) =>
  recoverMessages(opened!, {
    accountId,
    folder: "Recovered",
    parse: async (bytes) => parseMessage(bytes),
    onProgress: () => {},
  });

interface Found {
  subject: string;
  folder: string;
  receivedAt: number;
  body: string;
}
async function emailsIn(store: Store): Promise<Found[]> {
  const rows = await store.read((reader) =>
    reader.all<{ blob_id: string; subject: string; folder: string; receivedAt: number }>(
      `select e.blob_id, c.headers ->> '$.subject' as subject, m.name as folder, e.received_at as "receivedAt"
       from email e join email_content c on c.email_id = e.id join email_mailbox p on p.email_id = e.id
         join mailbox m on m.id = p.mailbox_id order by e.id`,
    ),
  );
  return Promise.all(
    rows.map(async ({ blob_id, ...row }) => {
      const bytes = Buffer.from((await store.blobs.get(blob_id))!).toString();
      return { ...row, body: bytes.split("\r\n\r\n")[1]! };
    }),
  );
}

test("messages without a database are an error at the start, with advice, and stay unchanged", async () => {
  await deliver(names(20));
  await deliver(["alone"]);
  const before = await allFiles();
  await loseDatabase();
  for (let round = 0; round < 2; round++) {
    await expect(openStore({ dataDir: t.dataDir }, log)).rejects.toMatchObject({
      code: "databaseMissing",
      message: expect.stringMatching(/pismo restore FILE[\s\S]*pismo rebuild --from-messages/),
    });
    expect(await allFiles()).toEqual(before);
    // The second time there is one, empty.
    await writeFile(join(t.dataDir, "pismo.sqlite"), "");
  }
  await (await openStore({ dataDir: t.dataDir, mayBeLost: true }, log)).close();
  await expect(openStore({ dataDir: t.dataDir }, log)).rejects.toMatchObject({ code: "databaseMissing" });
  expect(await allFiles()).toEqual(before);
});

test("an empty folder is a new mailbox, and one whose Emails were all deleted still opens", async () => {
  const [id] = await deliver(["only"]);
  await t.store.write((tx) => destroyEmails(tx, t.accountId, [id!]));
  await t.store.close();
  opened = await openStore({ dataDir: t.dataDir }, log);
  await opened.close();
  opened = await openStore({ dataDir: join(t.folder, "new") }, log);
  expect(await emailsIn(opened)).toEqual([]);
});

test("Emails are created for the messages, of files and of packs, with their dates, each once", async () => {
  await deliver(names(20));
  await deliver(["alone"]);
  await t.store.blobs.put(Buffer.from("\x89PNG no message"));
  await t.store.blobs.put(Buffer.from("Note: a file of words\r\n"));
  await loseDatabase();
  expect(await recover()).toEqual({ emails: 21, others: 2, damaged: 0, remote: 0, silentPacks: 0 });
  const found = await emailsIn(opened!);
  expect(found).toHaveLength(21);
  for (const { subject, folder, receivedAt, body } of found) {
    expect(folder).toBe("Recovered");
    expect(receivedAt).toBe(Date.UTC(2024, 9, 1, 10));
    expect(body).toBe(`The secret of ${subject}.\r\n`);
  }
  expect(new Set(found.map(({ subject }) => subject))).toEqual(new Set([...names(20), "alone"]));
  const recovered = (await opened!.read((reader) => getMailboxes(reader, t.accountId))).find(
    ({ name }) => name === "Recovered",
  );
  expect(recovered).toMatchObject({ totalEmails: 21, unreadEmails: 0 });
  expect(await again()).toMatchObject({ emails: 0, others: 2 });
  expect(await emailsIn(opened!)).toHaveLength(21);
});

test("a damaged message becomes no Email and affects no other; a truncated trailer leaves its pack unchanged", async () => {
  await deliver(names(10, "first"));
  await deliver(names(10, "second"));
  await loseDatabase();
  rot(blobFiles(t.dataDir), "The secret of first 4.");
  const second = blobFiles(t.dataDir).find((file) => file.includes("/packs/") && !file.endsWith(".sqlite"))!;
  const isFirst = (await readFile(second)).includes("first 1");
  const other = blobFiles(t.dataDir).find((file) => file !== second)!;
  const toCut = isFirst ? other : second;
  const bytes = await readFile(toCut);
  await writeFile(toCut, bytes.subarray(0, bytes.length - 3));
  expect(await recover()).toEqual({ emails: 9, others: 0, damaged: 1, remote: 0, silentPacks: 1 });
  expect(await readFile(toCut)).toEqual(bytes.subarray(0, bytes.length - 3));
});

test("the blobs of a backup that was unpacked by hand are recovered too", async () => {
  await deliver(names(3));
  await backup(folderSource(t.dataDir), join(t.folder, "pismo.tar"));
  const flat = join(t.folder, "flat/blobs");
  await mkdir(flat, { recursive: true });
  for (const name of names(3)) await writeFile(join(flat, blobIdOf(Buffer.from(text(name)))), text(name));
  await t.store.close();
  await rename(t.dataDir, join(t.folder, "old"));
  await rename(join(t.folder, "flat"), t.dataDir);
  expect(await recover()).toMatchObject({ emails: 3 });
  expect((await emailsIn(opened!)).map(({ subject }) => subject).sort()).toEqual(names(3));
});

test("killed at any transaction, it continues the next time, and creates no Email twice", async () => {
  for (let pack = 0; pack < 7; pack++) await deliver(names(10, `pack ${pack}`));
  await deliver(["alone"]);
  await loseDatabase();
  const child = new URL("../support/recover-child.ts", import.meta.url).pathname;
  for (const [number, phase] of [
    [1, "before"],
    [1, "after"],
    [2, "after"],
    [3, "before"],
    [3, "after"],
    [4, "before"],
  ] as const) {
    const running = spawn(process.execPath, [child, t.dataDir, String(number), phase], { stdio: "inherit" });
    const [, signal] = (await once(running, "exit")) as [number | null, string | null];
    expect(signal).toBe("SIGKILL");
  }
  opened = await openStore({ dataDir: t.dataDir }, log);
  await again();
  const subjects = (await emailsIn(opened)).map(({ subject }) => subject);
  expect(subjects).toHaveLength(71);
  expect(new Set(subjects).size).toBe(71);
});

test("an older copy of the database: the sweep leaves later blobs, and Emails are created for them", async () => {
  await deliver(names(3, "early"));
  await t.store.close();
  const file = join(t.dataDir, "pismo.sqlite");
  await copyFile(file, join(t.folder, "copy.sqlite"));
  const later = await openStore({ dataDir: t.dataDir }, log);
  await deliver(names(20, "late"), later);
  await deliver(["late alone"], later);
  await later.close();
  await copyFile(join(t.folder, "copy.sqlite"), file);
  opened = await openStore({ dataDir: t.dataDir }, log);
  expect(await sweepStore(opened, { graceMs: -60_000 }, log)).toBe(0);
  expect(await again()).toMatchObject({ emails: 21 });
  expect(await emailsIn(opened)).toHaveLength(24);
});

test("a sweep never removes most of all blobs, whatever the database contains", async () => {
  await deliver(names(3));
  for (let n = 0; n < 30; n++) await t.store.blobs.put(Buffer.from(text(`stray ${n}`)));
  expect(await sweep()).toBe(0);
  await deliver(names(7, "a"));
  for (let n = 0; n < 40; n += 7) await deliver(names(7, `b${n}`));
  expect(await sweep()).toBe(30);
});

test("a sweep checks what was freed, and not the mailbox", async () => {
  const work = async () => {
    let calls = 0;
    const counting = <F>(call: F): F =>
      ((...args: never[]) => (calls++, (call as (...all: never[]) => unknown)(...args))) as F;
    const watched = {
      read: counting(t.store.read.bind(t.store)),
      write: counting(t.store.write.bind(t.store)),
      tryLock: t.store.tryLock.bind(t.store),
      blobs: t.store.blobs,
      openedAt: t.store.openedAt,
    } as Store;
    const [id] = await deliver(["to be deleted"]);
    await t.store.write((tx) => destroyEmails(tx, t.accountId, [id!]));
    expect(await sweepStore(watched, { graceMs: -60_000 }, log)).toBe(1);
    return calls;
  };
  const few = await work();
  for (let pack = 0; pack < 25; pack++) await deliver(names(10, `pack ${pack}`));
  await deliver(names(5, "file"));
  expect(await work()).toBe(few);
});
