/** Blobs in a bucket, whatever the object store does. */
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import type { Id } from "@pismo/jmap";
import { readLetters } from "../../src/fact-reader/read-letters.ts";
import { TextThread } from "../../src/files/text/text-thread.ts";
import { createIngest } from "../../src/ingest/ingest.ts";
import { createLogger } from "../../src/log.ts";
import { blobIdOf, newRemoteBlobId } from "../../src/store/blobs/blobs.ts";
import { forgetRemovals, removeBlobs } from "../../src/store/sweep/remove-blobs.ts";
import { sweepStore } from "../../src/store/sweep/sweep.ts";
import { recordUpload } from "../../src/store/blobs/uploads.ts";
import { openStore, type Store } from "../../src/store/db/store.ts";
import { beginNewsletterBacklog, workOffNewsletters } from "../../src/store/newsletters/backlog.ts";
import { destroyEmails } from "../../src/store/mail/emails.ts";
import { openS3 } from "../../src/store/s3/objects.ts";
import { createMimePool } from "../../src/worker/pool.ts";
import { storeWithAccount, type TestStore } from "../store/test-store.ts";
import { commandLine } from "../support/command-line.ts";
import { createDatabase } from "../support/memory-store.ts";
import { ceph, keys, type S3Server, startS3 } from "../support/s3-server.ts";

const log = createLogger("silent");
const DAY_MS = 86_400_000;
let database: Awaited<ReturnType<typeof createDatabase>>;
let s3: S3Server;
let t: TestStore;
let store: Store;
const place = (databaseUrl: string) => ({ memory: true, databaseUrl, blobs: s3.location, ...keys }) as const;

beforeEach(async () => {
  s3 = await startS3();
  database = await createDatabase(inject("templateUrl"));
  t = await storeWithAccount(place(database.url));
  ({ store } = t);
});
afterEach(async () => {
  await store.close();
  await database.drop();
  await s3.close();
});

async function* pieces(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 70_000) yield bytes.subarray(at, at + 70_000);
}

async function blobIds(): Promise<Id[]> {
  const all: Id[] = [];
  for await (const { blobId } of store.blobs.list()) all.push(blobId);
  return all;
}

const letter = (n: number) =>
  `From a@example.com Mon Nov 23 10:00:00 2026\nFrom: a@example.com\nSubject: ${n}\n\nText\n\n`;

async function deliver(count: number, ...fields: string[]): Promise<{ id: Id; blobId: Id }[]> {
  const mime = createMimePool(1);
  const deliveries = Array.from({ length: count }, (_, n) => ({
    accountId: t.accountId,
    bytes: Buffer.from(["From: a@example.com", `Subject: ${n}`, ...fields, "", `Text ${n}`, ""].join("\r\n")),
    mailboxIds: [t.mailbox.inbox],
  }));
  const ingest = createIngest({ store, mime });
  try {
    const results = await ingest.deliverBatch(deliveries);
    return results.map((result) => {
      if (result instanceof Error) throw result;
      return result;
    });
  } finally {
    await mime.close();
  }
}

test.each([0, 1, 3_000_000])("a blob of %i octets is read whole, in part and streamed", async (size) => {
  const bytes = randomBytes(size);
  const { blobId } = await store.blobs.putStream(pieces(bytes), size);
  expect(blobId).toBe(blobIdOf(bytes));
  expect(await store.blobs.size(blobId)).toBe(size);
  expect(Buffer.from((await store.blobs.get(blobId))!).equals(bytes)).toBe(true);
  const ranges = [
    [0, 10],
    [5, 5],
    [1000, 2000],
    [size + 5, size + 9],
  ] as const;
  // s3rver does not answer a range of an empty object, for which S3 answers 416.
  for (const [start, end] of size === 0 && !ceph ? [] : ranges) {
    const expected = Buffer.from(bytes.subarray(start, end));
    expect(Buffer.from((await store.blobs.getRange(blobId, start, end))!)).toEqual(expected);
    const streamed = await (await store.blobs.stream(blobId, { start, end }))!.toArray();
    expect(Buffer.concat(streamed as Buffer[])).toEqual(expected);
  }
  const name = newRemoteBlobId();
  await store.blobs.putStream(pieces(bytes), size, name);
  expect((await blobIds()).toSorted()).toEqual([blobId, name].toSorted());
  await store.blobs.remove(name);
  expect(await store.blobs.get(name)).toBeUndefined();
  expect(await store.blobs.stream(name)).toBeUndefined();
  expect(await store.blobs.size(name)).toBeUndefined();
});

test("letters of a batch lie in one pack, and are swept out of it", async () => {
  const emails = await deliver(20);
  expect(await blobIds()).toEqual([]);
  await store.write((tx) =>
    destroyEmails(
      tx,
      t.accountId,
      emails.slice(0, 5).map(({ id }) => id),
    ),
  );
  expect(await sweepStore(store, { graceMs: -2000 }, log)).toBe(5);
  for (const [n, { blobId }] of emails.entries()) {
    const bytes = await store.blobs.get(blobId);
    expect(bytes && Buffer.from(bytes).toString("latin1").endsWith(`Text ${n}\r\n`)).toBe(n < 5 ? undefined : true);
  }
});

test("a database of an earlier moment is whole with the bucket of today, within the days that blobs stay", async () => {
  const emails = await deliver(12);
  const alone = await deliver(1);
  await store.close();
  const copy = await createDatabase(database.url);
  store = await openStore(place(database.url), log);
  await store.write((tx) =>
    destroyEmails(
      tx,
      t.accountId,
      [...emails, ...alone].map(({ id }) => id),
    ),
  );
  expect(await sweepStore(store, { graceMs: 30 * DAY_MS }, log)).toBe(0);
  const earlier = await openStore(place(copy.url), log);
  for (const { blobId } of [...emails, ...alone]) expect(await earlier.blobs.get(blobId)).toBeDefined();
  // Without those days they would be gone.
  expect(await sweepStore(store, { graceMs: -2000 }, log)).toBe(13);
  for (const { blobId } of [...emails, ...alone]) expect(await earlier.blobs.get(blobId)).toBeUndefined();
  await earlier.close();
  await copy.drop();
});

describe("an object store that fails", () => {
  test.each(["busy", "cut", "slow"] as const)("for a moment (%s): puts and reads are tried again", async (failure) => {
    const small = randomBytes(1000);
    const large = randomBytes(2_000_000);
    s3.fail(failure, 2);
    const [one, other] = [await store.blobs.put(small), await store.blobs.putStream(pieces(large), large.length)];
    s3.fail(failure, 2);
    expect(Buffer.from((await store.blobs.get(one.blobId))!).equals(small)).toBe(true);
    expect(Buffer.from((await store.blobs.get(other.blobId))!).equals(large)).toBe(true);
  });

  test("within the content: it is read again, and never given in part", async () => {
    const bytes = randomBytes(500_000);
    const { blobId } = await store.blobs.put(bytes);
    s3.fail("torn", 2, "GET");
    expect(Buffer.from((await store.blobs.get(blobId))!).equals(bytes)).toBe(true);
    s3.fail("torn", 1, "GET");
    const stream = (await store.blobs.stream(blobId))!;
    await expect(stream.toArray()).rejects.toThrow(/abort|reset|closed|hang up/i);
  });

  test("for long: nothing is acknowledged, nothing is recorded, and the error says so", async () => {
    const before = await store.read((reader) => reader.get<{ n: number }>("select count(*) as n from email"));
    s3.fail("busy", 1000);
    await expect(deliver(1)).rejects.toMatchObject({ code: "unreachable" });
    await expect(deliver(12)).rejects.toMatchObject({ code: "unreachable" });
    s3.fail("busy", 0);
    expect(await store.read((reader) => reader.get("select count(*) as n from email"))).toEqual(before);
    expect(await deliver(12)).toHaveLength(12);
  });

  test("for long: letters that are read in the background are not passed over", async () => {
    const emails = await deliver(1, "List-Id: <weekly.example.com>");
    await store.write(async (tx) => {
      await tx.run("delete from newsletter_email");
      await tx.run(beginNewsletterBacklog);
    });
    const mime = createMimePool(1);
    const texts = new TextThread();
    try {
      const { signal } = new AbortController();
      const parts = { store, mime, texts, trustedServers: new Set<string>(), signal };
      const letters = { fresh: new Set(emails.map(({ id }) => id)), changed: [] };
      s3.fail("busy", 1000);
      await Promise.all([
        expect(workOffNewsletters(store)).rejects.toMatchObject({ code: "unreachable" }),
        expect(readLetters(parts, t.accountId, letters)).rejects.toMatchObject({ code: "unreachable" }),
      ]);
      s3.fail("busy", 0);
      expect(await workOffNewsletters(store)).toBe(true);
      expect(await store.read((reader) => reader.get("select count(*) as n from newsletter_email"))).toEqual({ n: 1 });
      await readLetters(parts, t.accountId, letters);
    } finally {
      await texts.close();
      await mime.close();
    }
  });
});

const textOf = (n: number) => Buffer.from(`From: a@example.com\r\nSubject: ${n}\r\n\r\nText ${n}\r\n`);

/** Letters that are destroyed, alone or in a pack, and a sweep that removes them and waits. */
async function sweeping(count: number) {
  const emails = await deliver(count);
  const ids = emails.map(({ id }) => id);
  await store.write((tx) => destroyEmails(tx, t.accountId, ids));
  const held = s3.hold("DELETE");
  let isSwept = false;
  const sweep = sweepStore(store, { graceMs: -2000 }, log).then((removed) => {
    isSwept = true;
    return removed;
  });
  await expect.poll(() => held.waiting()).toBeGreaterThan(0);
  return { blobId: emails[0]!.blobId, held, sweep, isSwept: () => isSwept };
}

const textIn = async (blobId: Id) => {
  const bytes = await store.blobs.get(blobId);
  return bytes && Buffer.from(bytes);
};

describe("while a sweep waits for the object store", () => {
  test.each([1, 12])("writers do not wait: %i destroyed", async (count) => {
    const { held, sweep, isSwept } = await sweeping(count);
    await store.write((tx) => tx.run("update account set name = 'changed'"));
    expect(await deliver(20)).toHaveLength(20);
    expect(isSwept()).toBe(false);
    held.release();
    expect(await sweep).toBe(count);
  });

  test("a message that is removed and comes again during the sweep is kept", async () => {
    const { blobId, held, sweep } = await sweeping(1);
    const [email] = await deliver(1);
    expect(email!.blobId).toBe(blobId);
    held.release();
    await sweep;
    expect(await textIn(blobId)).toEqual(textOf(0));
    await sweepStore(store, { graceMs: -2000 }, log);
    expect(await textIn(blobId)).toEqual(textOf(0));
  });

  test("an upload of the same bytes is kept", async () => {
    const { blobId, held, sweep } = await sweeping(1);
    await store.blobs.put(textOf(0));
    const expiresAt = new Date(Date.now() + DAY_MS);
    await store.write((tx) => recordUpload(tx, t.accountId, blobId, "text/plain", textOf(0).length, expiresAt));
    held.release();
    await sweep;
    expect(await textIn(blobId)).toEqual(textOf(0));
  });

  test("a sweep that has lost its lock removes nothing that another may have given back", async () => {
    // More than are removed at the same time.
    const blobs = await store.blobs.putAll(Array.from({ length: 20 }, (_, n) => Buffer.from(`other ${n}`)));
    const held = s3.hold("DELETE");
    const before = new Date(Date.now() + DAY_MS);
    const removing = removeBlobs(
      store,
      blobs.map(({ blobId }) => ({ blobId, before })),
      async () => {},
    );
    await expect.poll(() => held.waiting()).toBe(8);
    // As the next sweep begins.
    await forgetRemovals(store);
    held.release();
    await removing;
    expect(await blobIds()).toHaveLength(12);
  });

  test("what a sweep that was killed has marked is kept where it is used, and swept later where it is not", async () => {
    const [one] = await deliver(1);
    await store.write(async (tx) => {
      await destroyEmails(tx, t.accountId, [one!.id]);
      await tx.run("insert into blob_removal (blob_id, sweep) values (?, 'dead')", one!.blobId);
    });
    const [email] = await deliver(1);
    await store.blobs.remove(one!.blobId);
    expect(await textIn(one!.blobId)).toEqual(textOf(0));
    await store.write((tx) => destroyEmails(tx, t.accountId, [email!.id]));
    await sweepStore(store, { graceMs: -2000 }, log);
    expect(await textIn(one!.blobId)).toBeUndefined();
    expect(await store.read((reader) => reader.all("select * from blob_removal"))).toEqual([]);
  });
});

describe("settings that cannot be used", () => {
  test("no such bucket, an unknown key, nobody there: one clear error", async () => {
    await expect(openS3({ ...s3.location, bucket: "nothing" }, keys)).rejects.toMatchObject({ code: "unreadable" });
    await expect(openS3(s3.location, { ...keys, s3AccessKeyId: "nobody" })).rejects.toMatchObject({
      code: "unreadable",
    });
    await expect(openS3({ ...s3.location, endpoint: "http://127.0.0.1:1" }, keys)).rejects.toMatchObject({
      code: "unreachable",
    });
  });
});

test("a server with its blobs in a bucket: letters are imported and exported, and none of them lies in the database", async () => {
  const pismo = commandLine();
  const own = await createDatabase(inject("templateUrl"));
  const env = {
    PISMO_DATABASE_URL: own.url,
    PISMO_SECRET_KEY: randomBytes(32).toString("base64"),
    PISMO_BLOBS: s3.setting,
    PISMO_BLOBS_ACCESS_KEY_ID: keys.s3AccessKeyId,
    PISMO_BLOBS_SECRET_ACCESS_KEY: keys.s3SecretAccessKey,
  };
  const file = join(pismo.dataDir, "../letters.mbox");
  writeFileSync(file, Array.from({ length: 25 }, (_, n) => letter(n)).join(""));
  expect((await pismo.run(["import", file], env)).code).toBe(0);
  const exported = await pismo.run(["export", join(pismo.dataDir, "../out.mbox")], env);
  expect([exported.code, exported.stdout]).toEqual([0, expect.stringContaining("Exported 25 letters")]);
  const client = new Client({ connectionString: own.url });
  await client.connect();
  expect((await client.query("select count(*)::int as n from blob_object")).rows).toEqual([{ n: 0 }]);
  await client.end();
  await pismo.close();
  await own.drop();
});
