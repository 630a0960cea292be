/** Blobs in PostgreSQL: rows of parts, packs among them, and their sweep. */
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { createIngest } from "../../src/ingest/ingest.ts";
import { createLogger } from "../../src/log.ts";
import { sweepStore } from "../../src/store/sweep/sweep.ts";
import { blobIdOf, newRemoteBlobId } from "../../src/store/blobs/blobs.ts";
import { openStore, type Store } from "../../src/store/db/store.ts";
import { destroyEmails } from "../../src/store/mail/emails.ts";
import { createMimePool } from "../../src/worker/pool.ts";
import { createDatabase } from "../support/memory-store.ts";
import { storeWithAccount, type TestStore } from "../store/test-store.ts";

const log = createLogger("silent");
const DAY_MS = 86_400_000;
let database: Awaited<ReturnType<typeof createDatabase>>;
let store: Store;
let t: TestStore;

beforeEach(async () => {
  database = await createDatabase(inject("templateUrl"));
  t = await storeWithAccount({ memory: true, databaseUrl: database.url });
  ({ store } = t);
});
afterEach(async () => {
  await store.close();
  await database.drop();
});

async function* pieces(bytes: Uint8Array, length: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function failing(): Promise<never> {
  throw new Error("cut off");
}

async function* cutOff(): AsyncIterable<Uint8Array> {
  yield Buffer.from("123");
  yield await failing();
}

const listed = async (): Promise<string[]> => {
  const all: string[] = [];
  for await (const { blobId } of store.blobs.list()) all.push(blobId);
  return all;
};

// Nothing, one octet, around the size of a part, several parts.
test.each([0, 1, 262_143, 262_144, 262_145, 1_500_000])(
  "a blob of %i octets is read whole, in part and streamed",
  async (size) => {
    const bytes = randomBytes(size);
    const { blobId } = await store.blobs.put(bytes);
    expect(blobId).toBe(blobIdOf(bytes));
    expect(await store.blobs.size(blobId)).toBe(size);
    expect(Buffer.from((await store.blobs.get(blobId))!).equals(bytes)).toBe(true);
    for (const [start, end] of [
      [0, 10],
      [262_140, 262_150],
      [size - 3, size + 100],
      [size + 5, size + 9],
    ] as const) {
      const expected = bytes.subarray(Math.max(0, start), end);
      expect(Buffer.from((await store.blobs.getRange(blobId, start, end))!)).toEqual(Buffer.from(expected));
      const streamed = await (await store.blobs.stream(blobId, { start, end }))!.toArray();
      expect(Buffer.concat(streamed as Buffer[])).toEqual(Buffer.from(expected));
    }
    const whole = await (await store.blobs.stream(blobId))!.toArray();
    expect(Buffer.concat(whole as Buffer[]).equals(bytes)).toBe(true);
  },
);

test.each([1000, 3_000_000])("a stream of %i octets is put, under its content or a reserved name", async (size) => {
  const bytes = randomBytes(size);
  expect(await store.blobs.putStream(pieces(bytes, 70_000), size)).toEqual({ blobId: blobIdOf(bytes), size });
  const name = newRemoteBlobId();
  await store.blobs.putStream(pieces(bytes, 70_000), size, name);
  expect(Buffer.from((await store.blobs.get(name))!).equals(bytes)).toBe(true);
});

test("a stream that is too long or fails leaves nothing", async () => {
  await expect(store.blobs.putStream(pieces(randomBytes(2_000_000), 70_000), 1_900_000)).rejects.toMatchObject({
    code: "tooLarge",
  });
  await expect(store.blobs.putStream(cutOff(), 99)).rejects.toThrow("cut off");
  expect(await listed()).toEqual([]);
});

test("the same bytes put by many at once are stored once", async () => {
  const all = Array.from({ length: 40 }, (_, n) => Buffer.from(`letter ${n % 4}`));
  const stored = await store.blobs.putAll(all);
  expect(await Promise.all(all.map((bytes) => store.blobs.put(bytes)))).toEqual(stored);
  expect((await listed()).length).toBe(4);
});

test.each(["", "B", "../../etc/passwd", `B${"a".repeat(43)}`])("%j is no blob", async (id) => {
  expect(await store.blobs.get(id)).toBeUndefined();
  expect(await store.blobs.size(id)).toBeUndefined();
  expect(await store.blobs.stream(id)).toBeUndefined();
});

test("a put renews the time of a blob, so that no sweep removes it", async () => {
  const { blobId } = await store.blobs.put(Buffer.from("x"));
  const before = new Date(Date.now() - DAY_MS);
  await store.write((tx) => tx.run("update blob_object set put_at = ?", before.getTime() - 1));
  await store.blobs.put(Buffer.from("x"));
  expect(await store.blobs.removeOlder(blobId, before)).toBe("recent");
  expect(await store.blobs.removeOlder(blobId, new Date(Date.now() + 1))).toBe("removed");
  expect(await store.blobs.get(blobId)).toBeUndefined();
});

test("messages of a batch lie in one pack, which a sweep rewrites without those that are gone", async () => {
  const mime = createMimePool(1);
  const { accountId, mailbox } = t;
  const ingest = createIngest({ store, mime });
  const all = Array.from({ length: 20 }, (_, n) =>
    Buffer.from(`From: a@example.com\r\nSubject: ${n}\r\n\r\nText ${n}\r\n`),
  );
  const results = await ingest.deliverBatch(all.map((bytes) => ({ accountId, bytes, mailboxIds: [mailbox.inbox] })));
  await mime.close();
  const emails = results.map((result) => {
    if (result instanceof Error) throw result;
    return result;
  });
  expect(await listed()).toEqual([]);
  const packs = async () => {
    const found: number[] = [];
    for await (const { pack } of store.blobs.packs.list()) found.push(pack);
    return found;
  };
  const [before, ...more] = await packs();
  expect(more).toEqual([]);
  expect(await store.blobs.packs.entries(before!)).toHaveLength(20);
  await store.write((tx) =>
    destroyEmails(
      tx,
      accountId,
      emails.slice(0, 5).map(({ id }) => id),
    ),
  );
  expect(await sweepStore(store, {}, log)).toBe(0);
  expect(await sweepStore(store, { graceMs: -1000 }, log)).toBe(5);
  expect(await packs()).not.toEqual([before]);
  for (const [n, { blobId }] of emails.entries()) {
    const bytes = await store.blobs.get(blobId);
    expect(bytes && Buffer.from(bytes).toString()).toBe(n < 5 ? undefined : all[n]!.toString());
  }
});

test("blobs that nothing has ever named are removed after their time, and no other process sweeps meanwhile", async () => {
  await store.blobs.put(Buffer.from("stray"));
  await store.blobs.packs.write([{ blobId: blobIdOf(Buffer.from("one")), bytes: Buffer.from("one") }]);
  const release = await store.tryLock("sweep");
  const other = await openStore({ memory: true, databaseUrl: database.url }, log);
  expect(await other.tryLock("sweep")).toBeUndefined();
  expect(await sweepStore(other, { graceMs: -1000 }, log)).toBe(0);
  expect(await listed()).toHaveLength(1);
  await release!();
  await sweepStore(other, { graceMs: -1000 }, log);
  expect(await listed()).toEqual([]);
  for await (const { pack } of store.blobs.packs.list()) expect.unreachable(String(pack));
  await other.close();
});
