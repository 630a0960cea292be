import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { blobIdOf, type BlobStore, openBlobs } from "../../src/store/blobs/blobs.ts";
import { destroyEmails } from "../../src/store/mail/emails.ts";
import { sweepStore } from "../../src/store/sweep/sweep.ts";
import { getUpload, mayReadBlob, recordUpload } from "../../src/store/blobs/uploads.ts";
import { insertTestEmail, log, storeWithAccount } from "./test-store.ts";

let root: string;
let blobs: BlobStore;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "pismo-blobs-"));
  blobs = await openBlobs(root, true);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const bytesOf = (text: string) => Buffer.from(text);
async function* chunks(...all: (string | Error)[]): AsyncIterable<Uint8Array> {
  for (const chunk of all) {
    if (chunk instanceof Error) throw chunk;
    yield bytesOf(chunk);
  }
}

test("a blob is read whole, in part and streamed, under the id of its content", async () => {
  const bytes = randomBytes(100_000);
  const { blobId, size } = await blobs.put(bytes);
  expect(blobId).toBe(blobIdOf(bytes));
  expect(blobId).toMatch(/^[A-Za-z0-9_-]{1,255}$/);
  expect(size).toBe(100_000);
  expect(await blobs.get(blobId)).toEqual(bytes);
  expect(await blobs.size(blobId)).toBe(100_000);
  expect(await blobs.getRange(blobId, 10, 20)).toEqual(bytes.subarray(10, 20));
  expect(await (await blobs.stream(blobId))!.toArray()).toEqual(await (await blobs.stream(blobId))!.toArray());
  const part = await (await blobs.stream(blobId, { start: 5, end: 9 }))!.toArray();
  expect(Buffer.concat(part as Buffer[])).toEqual(bytes.subarray(5, 9));
});

test.each(["", "B", "../../etc/passwd", `B${"a".repeat(43)}`, `B${"/".repeat(43)}`])("%j is no blob", async (id) => {
  expect(await blobs.get(id)).toBeUndefined();
  expect(await blobs.size(id)).toBeUndefined();
  expect(await blobs.stream(id)).toBeUndefined();
});

test("the same bytes put by many at once are stored once", async () => {
  const all = Array.from({ length: 40 }, (_, n) => bytesOf(`letter ${n % 4}`));
  const stored = await blobs.putAll(all);
  const again = await Promise.all(all.map((bytes) => blobs.put(bytes)));
  expect(again).toEqual(stored);
  const kept: string[] = [];
  for await (const { blobId } of blobs.list()) kept.push(blobId);
  expect(kept.sort()).toEqual([...new Set(stored.map(({ blobId }) => blobId))].sort());
  expect(await readdir(join(root, "tmp"))).toEqual([]);
});

test("a stream that is too long or fails leaves nothing", async () => {
  await expect(blobs.putStream(chunks("12345", "67890"), 9)).rejects.toMatchObject({ code: "tooLarge" });
  await expect(blobs.putStream(chunks("123", new Error("cut off")), 99)).rejects.toThrow("cut off");
  expect(await readdir(join(root, "tmp"))).toEqual([]);
  for await (const { blobId } of blobs.list()) expect.unreachable(blobId);
  const whole = await blobs.putStream(chunks("12345", "67890"), 10);
  expect(whole).toEqual({ blobId: blobIdOf(bytesOf("1234567890")), size: 10 });
});

test("a blob cut short by a broken disk is written again", async () => {
  const { blobId } = await blobs.put(bytesOf("whole letter"));
  const file = (await readdir(root, { recursive: true })).find((name) => name.endsWith(blobId));
  await writeFile(join(root, file!), "who");
  await blobs.put(bytesOf("whole letter"));
  expect(await readFile(join(root, file!), "utf8")).toBe("whole letter");
});

test("half-written files of a crashed process are removed at the next start, unless they are recent", async () => {
  const [old, fresh] = [join(root, "tmp", "1-old"), join(root, "tmp", "2-fresh")];
  await writeFile(old, "half");
  await writeFile(fresh, "half");
  const yesterday = new Date(Date.now() - 86_400_000);
  await utimes(old, yesterday, yesterday);
  await openBlobs(root, true);
  expect(await readdir(join(root, "tmp"))).toEqual(["2-fresh"]);
});

test("the sweep removes old blobs without references, and no other", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "pismo-test-"));
  const { store, accountId, mailbox } = await storeWithAccount({ dataDir });
  const inDay = new Date(Date.now() + 86_400_000);
  const put = async (text: string) => (await store.blobs.put(bytesOf(text))).blobId;
  const [email, gone, upload, expired, nobodys] = [
    await put("1"),
    await put("2"),
    await put("3"),
    await put("4"),
    await put("5"),
  ];
  await store.write(async (tx) => {
    await insertTestEmail(tx, accountId, [mailbox.inbox], { blobId: email });
    const { id } = await insertTestEmail(tx, accountId, [mailbox.inbox], { blobId: gone });
    await destroyEmails(tx, accountId, [id]);
    await recordUpload(tx, accountId, upload, "text/plain", 1, inDay);
    await recordUpload(tx, accountId, expired, "text/plain", 1, new Date(Date.now() - 1));
    await expect(recordUpload(tx, accountId, blobIdOf(bytesOf("6")), "text/plain", 1, inDay)).rejects.toMatchObject({
      code: "blobMissing",
    });
  });
  await store.read(async (reader) => {
    expect(await mayReadBlob(reader, accountId, email)).toBe(true);
    expect(await mayReadBlob(reader, accountId, `${email}_1-2`)).toBe(true);
    expect(await mayReadBlob(reader, accountId, upload)).toBe(true);
    expect(await getUpload(reader, accountId, upload)).toEqual({ blobId: upload, type: "text/plain", size: 1 });
    expect(await mayReadBlob(reader, accountId, expired)).toBe(false);
    expect(await mayReadBlob(reader, accountId, nobodys)).toBe(false);
    expect(await mayReadBlob(reader, "a999", email)).toBe(false);
  });
  expect(await sweepStore(store, {}, log)).toBe(0);
  expect(await sweepStore(store, { graceMs: -1000 }, log)).toBe(3);
  const left: string[] = [];
  for await (const { blobId } of store.blobs.list()) left.push(blobId);
  expect(left.sort()).toEqual([email, upload].sort());
  await store.close();
  await rm(dataDir, { recursive: true });
});

test("a put of a stored blob renews its time, so that no sweep removes it", async () => {
  const { blobId } = await blobs.put(bytesOf("x"));
  const file = (await readdir(root, { recursive: true })).find((name) => name.endsWith(blobId));
  const yesterday = new Date(Date.now() - 86_400_000);
  await utimes(join(root, file!), yesterday, yesterday);
  await blobs.put(bytesOf("x"));
  expect((await stat(join(root, file!))).mtimeMs).toBeGreaterThan(yesterday.getTime() + 1000);
  expect(await blobs.removeOlder(blobId, yesterday)).toBe("recent");
});
