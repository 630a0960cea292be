/** Messages of a batch are stored in packs: read, swept, backed up and restored as if each were a file. */
import { readdir, readFile, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Id } from "@pismo/jmap";
import { createIngest, type Ingest } from "../../src/ingest/ingest.ts";
import { createAccount } from "../../src/store/auth/accounts.ts";
import { removeMirroredAccount } from "../../src/store/auth/remove-account.ts";
import { findMailboxByRole } from "../../src/store/mail/mailboxes.ts";
import { parseMessage } from "../../src/mime/parse/parse.ts";
import { backup } from "../../src/store/backup/backup.ts";
import { folderSource } from "../../src/store/backup/folder-source.ts";
import { openBlobs } from "../../src/store/blobs/blobs.ts";
import { destroyEmails } from "../../src/store/mail/emails.ts";
import type { PackEntry } from "../../src/store/blobs/pack-entry.ts";
import { rebuild } from "../../src/store/mail/rebuild.ts";
import { restore } from "../../src/store/backup/restore.ts";
import { openStore, type Store } from "../../src/store/db/store.ts";
import { sweepStore } from "../../src/store/sweep/sweep.ts";
import { recordUpload } from "../../src/store/blobs/uploads.ts";
import { createMimePool, type MimePool } from "../../src/worker/pool.ts";
import { type FolderStore, log, storeInFolder } from "./test-store.ts";

let t: FolderStore;
let mime: MimePool;
let ingest: Ingest;
beforeEach(async () => {
  t = await storeInFolder();
  mime = createMimePool(1);
  ingest = createIngest({ store: t.store, mime });
});
afterEach(async () => {
  await mime.close();
  await t.store.close();
  await t.remove();
});

const COUNT = 20;
const message = (n: number) => Buffer.from(`From: anna@example.com\r\nSubject: ${n}\r\n\r\nThe secret of ${n}.\r\n`);
const all = Array.from({ length: COUNT }, (_, n) => message(n));
const deliveries = (bytes: readonly Buffer[] = all, mailboxId = t.mailbox.inbox) =>
  bytes.map((each) => ({ accountId: t.accountId, bytes: each, mailboxIds: [mailboxId] }));

interface Delivered {
  id: Id;
  blobId: Id;
}
async function deliver(bytes: readonly Buffer[] = all, mailboxId = t.mailbox.inbox): Promise<Delivered[]> {
  const results = await ingest.deliverBatch(deliveries(bytes, mailboxId));
  return results.map((result) => {
    if (result instanceof Error) throw result;
    return result;
  });
}
const destroy = (emails: readonly Delivered[]) =>
  t.store.write((tx) =>
    destroyEmails(
      tx,
      t.accountId,
      emails.map(({ id }) => id),
    ),
  );
const parse = async (bytes: Uint8Array) => parseMessage(bytes);
const packsFolder = () => join(t.dataDir, "blobs/packs");
const packs = () => readdir(packsFolder());
const files = async (store: Store = t.store) => {
  const ids: Id[] = [];
  for await (const { blobId } of store.blobs.list()) ids.push(blobId);
  return ids;
};
const packEntries = (store: Store = t.store) =>
  store.read((reader) => reader.all<{ blob_id: Id; pack: number }>("select blob_id, pack from packed_blob"));
const sweep = (graceMs = -1000) => sweepStore(t.store, { graceMs }, log);
const textOf = async (blobId: Id, store: Store = t.store) =>
  Buffer.from((await store.blobs.get(blobId)) ?? "").toString();

test("messages of a batch are stored in one file, and each is read whole, in part and streamed", async () => {
  const emails = await deliver();
  expect(await files()).toEqual([]);
  expect(await packs()).toHaveLength(1);
  for (const [n, { blobId }] of emails.entries()) {
    const bytes = all[n]!;
    expect(await textOf(blobId)).toBe(bytes.toString());
    expect(await t.store.blobs.size(blobId)).toBe(bytes.length);
    expect(await t.store.read((reader) => reader.blobs.getRange(blobId, 6, 10))).toEqual(bytes.subarray(6, 10));
    expect(await t.store.blobs.getRange(blobId, 40, 10_000)).toEqual(bytes.subarray(40));
    expect(Buffer.concat(await (await t.store.blobs.stream(blobId))!.toArray())).toEqual(bytes);
    const part = await (await t.store.blobs.stream(blobId, { start: 5, end: 9 }))!.toArray();
    expect(Buffer.concat(part)).toEqual(bytes.subarray(5, 9));
    expect(await (await t.store.blobs.stream(blobId, { start: 5, end: 5 }))!.toArray()).toEqual([]);
  }
});

test("a few messages, and a single one, stay files", async () => {
  await deliver([message(1)]);
  await deliver([message(2), message(3)]);
  expect(await packs()).toEqual([]);
  expect(await files()).toHaveLength(3);
});

test("a blob that is a file is not written again; one that is packed is swept out of the later pack", async () => {
  await deliver([message(0)]);
  await deliver();
  const [first] = await packs();
  expect((await readFile(join(packsFolder(), first!), "utf8")).includes("secret of 0.")).toBe(false);
  await deliver([...all, message(99)], t.mailbox.archive);
  expect(await packs()).toHaveLength(2);
  expect(await sweep()).toBe(0);
  const written = await Promise.all((await packs()).map((name) => readFile(join(packsFolder(), name), "utf8")));
  expect(written.join("").match(/secret of 5\./g)).toHaveLength(1);
  for (const { blob_id } of await packEntries()) expect(await textOf(blob_id)).toMatch(/secret of/);
  expect(await packEntries()).toHaveLength(COUNT);
});

test("the sweep rewrites a pack without unreferenced blobs, and removes an empty one", async () => {
  const emails = await deliver();
  const before = await packs();
  await destroy(emails.slice(0, 5));
  const uploaded = emails[1]!.blobId;
  const inDay = new Date(Date.now() + 86_400_000);
  await t.store.write((tx) => recordUpload(tx, t.accountId, uploaded, "message/rfc822", 1, inDay));
  expect(await sweep(86_400_000)).toBe(0);
  expect(await packs()).toEqual(before);

  expect(await sweep()).toBe(4);
  const after = await packs();
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
  const written = await readFile(join(packsFolder(), after[0]!), "utf8");
  for (const [n, { blobId }] of emails.entries()) {
    const isThere = n >= 5 || blobId === uploaded;
    expect(written.includes(`secret of ${n}.`)).toBe(isThere);
    expect(await textOf(blobId)).toBe(isThere ? all[n]!.toString() : "");
  }
  expect(await sweep()).toBe(0);
  expect(await packs()).toEqual(after);

  await destroy(emails.slice(5));
  await t.store.write((tx) => tx.run("delete from upload"));
  expect(await sweep()).toBe(16);
  expect(await packs()).toEqual([]);
  expect(await packEntries()).toEqual([]);
});

test("a reader misses nothing while packs are rewritten", async () => {
  const emails = await deliver();
  const swept = new AbortController();
  const reading = (async () => {
    let passes = 0;
    while (!swept.signal.aborted) {
      // A snapshot from before the sweep too.
      await t.store.read(async (reader) => {
        for (const { blobId } of emails.slice(10)) {
          expect(await reader.blobs.get(blobId)).toBeDefined();
          expect(await (await t.store.blobs.stream(blobId))!.toArray()).not.toEqual([]);
        }
      });
      passes++;
    }
    return passes;
  })();
  for (const email of emails.slice(0, 10)) {
    await destroy([email]);
    expect(await sweep()).toBe(1);
  }
  swept.abort();
  expect(await reading).toBeGreaterThan(0);
});

test("a pack that is removed between the query and the open is searched again", async () => {
  const emails = await deliver();
  const { blobId } = emails[3]!;
  const [entry] = await t.store.read((reader) =>
    reader.all<PackEntry>("select pack, start, size from packed_blob where blob_id = ?", blobId),
  );
  const root = join(t.dataDir, "blobs");
  const results = [{ pack: 1, start: 0, size: 5 }, entry];
  const once = await openBlobs(root, true, { find: () => results.shift(), close: () => {} });
  expect(Buffer.from((await once.get(blobId))!)).toEqual(all[3]);
  const lost = await openBlobs(root, true, { find: () => ({ pack: 1, start: 0, size: 5 }), close: () => {} });
  expect(await lost.get(blobId)).toBeUndefined();
  expect(await lost.stream(blobId)).toBeUndefined();
});

test("an old pack without recorded entries is removed, and a late insert puts its messages again", async () => {
  const batch = await ingest.prepareBatch(deliveries());
  const [pack] = await packs();
  expect(await sweep(60_000)).toBe(0);
  expect(await packs()).toEqual([pack]);
  await sweep();
  expect(await packs()).toEqual([]);
  const results = await ingest.insertBatch(batch);
  expect(results.filter((result) => result instanceof Error)).toEqual([]);
  const [fresh, ...more] = await packs();
  expect([fresh === pack, more]).toEqual([false, []]);
  for (const [n, { blobId }] of batch.emails.entries()) expect(await textOf(blobId)).toBe(all[n]!.toString());
});

test("a backup has packed messages one by one, and a restore packs them again", async () => {
  const emails = await deliver();
  const file = join(t.folder, "pismo.tar");
  await backup(folderSource(t.dataDir), file);
  const elsewhere = join(t.folder, "elsewhere");
  await restore(file, elsewhere, log);
  const restored = await openStore({ dataDir: elsewhere }, log);
  for (const [n, { blobId }] of emails.entries()) expect(await textOf(blobId, restored)).toBe(all[n]!.toString());
  expect(await files(restored)).toEqual([]);
  expect(await readdir(join(elsewhere, "blobs/packs"))).toHaveLength(1);
  await restored.close();
});

test("everything is derived again from packed messages; those of a lost pack are reported", async () => {
  const emails = await deliver();
  expect(await rebuild(t.store, parse)).toEqual({ emails: COUNT, faults: [] });
  await rm(join(packsFolder(), (await packs())[0]!));
  expect((await rebuild(t.store, parse)).faults.map(({ blobId }) => blobId).toSorted()).toEqual(
    emails.map(({ blobId }) => blobId).toSorted(),
  );
});

test("a blob of a pack stays for its days, though others of its pack go", async () => {
  const emails = await deliver();
  await destroy(emails.slice(0, 2));
  await t.store.write((tx) =>
    tx.run("update freed_blob set freed_at = ? where blob_id = ?", Date.now() - 3_600_000, emails[0]!.blobId),
  );
  const [file] = await packs();
  const long = new Date(Date.now() - 7_200_000);
  await utimes(join(packsFolder(), file!), long, long);
  expect(await sweep(1_800_000)).toBe(1);
  expect(await textOf(emails[0]!.blobId)).toBe("");
  expect(await textOf(emails[1]!.blobId)).toBe(message(1).toString());
  expect(await sweep()).toBe(1);
  expect(await textOf(emails[1]!.blobId)).toBe("");
  expect(await textOf(emails[2]!.blobId)).toBe(message(2).toString());
});

test("a removed account's messages are erased from packs at once, those of others stay, also freed ones", async () => {
  const other = await t.store.write((tx) => createAccount(tx, { name: "", email: "other@pismo.localhost" }));
  const inbox = await t.store.read((reader) => findMailboxByRole(reader, other.id, "inbox"));
  const mixed = all.map((bytes, n) =>
    n < 10
      ? { accountId: other.id, bytes, mailboxIds: [inbox!.id] }
      : { accountId: t.accountId, bytes, mailboxIds: [t.mailbox.inbox] },
  );
  const emails = (await ingest.deliverBatch(mixed)) as Delivered[];
  // The same message in both accounts.
  await deliver([message(0)]);
  await destroy([emails[19]!]);
  expect(await packs()).toHaveLength(1);
  expect(await removeMirroredAccount(t.store, other.id, log)).toBe(true);
  const texts = await Promise.all(emails.map(({ blobId }) => textOf(blobId)));
  expect(texts.map((text) => text !== "")).toEqual(all.map((_, n) => n === 0 || n >= 10));
  // Nothing of them is left in any file.
  const octets = await Promise.all((await packs()).map((name) => readFile(join(packsFolder(), name), "latin1")));
  for (let n = 1; n < 10; n++) expect(octets.join("")).not.toContain(`The secret of ${n}.`);
  expect(octets.join("")).toContain("The secret of 19.");
  expect(await sweep()).toBe(1);
  expect(await textOf(emails[19]!.blobId)).toBe("");
});

test("beside a backup nothing is erased; the next sweep does it", async () => {
  const emails = await deliver();
  const release = await t.store.tryLock("sweep");
  expect(await removeMirroredAccount(t.store, t.accountId, log)).toBe(false);
  expect(await textOf(emails[0]!.blobId)).toBe(message(0).toString());
  await release!();
  await sweep(86_400_000);
  expect(await packs()).toEqual([]);
});
