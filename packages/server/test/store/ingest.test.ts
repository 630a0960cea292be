import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Id } from "@pismo/jmap";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createIngest, type Ingest } from "../../src/ingest/ingest.ts";
import { queryEmails } from "../../src/store/query/email-query.ts";
import { getEmails } from "../../src/store/mail/emails.ts";
import { firstEmailsWithBlobs } from "../../src/store/mail/emails-with-blobs.ts";
import { getImportProgress, setImportProgress } from "../../src/store/mail/import-progress.ts";
import { openStore } from "../../src/store/db/store.ts";
import { createMimePool, type MimePool } from "../../src/worker/pool.ts";
import { log, storeWithAccount, type TestStore } from "./test-store.ts";

let dataDir: string;
let t: TestStore;
let mime: MimePool;
let ingest: Ingest;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "pismo-test-"));
  t = await storeWithAccount({ dataDir });
  mime = createMimePool(1);
  ingest = createIngest({ store: t.store, mime });
});
afterEach(async () => {
  await mime.close();
  await t.store.close();
  await rm(dataDir, { recursive: true, force: true });
});

const message = (subject: string) =>
  Buffer.from(`From: anna@example.com\r\nSubject: ${subject}\r\n\r\nThe word ${subject} again\r\n`);

test("a message is stored unchanged and found by a word of its body", async () => {
  const bytes = message("Hello");
  const email = await ingest.deliver({
    accountId: t.accountId,
    bytes,
    mailboxIds: [t.mailbox.inbox],
    keywords: ["$flagged"],
  });
  expect(await t.store.blobs.get(email.blobId)).toEqual(bytes);
  expect(email).toMatchObject({ size: bytes.length, keywords: ["$flagged"] });
  const [record] = await t.store.read((reader) => getEmails(reader, t.accountId, [email.id]));
  expect(record?.headers.subject).toBe("Hello");
  const { ids } = await t.store.read((reader) => queryEmails(reader, t.accountId, { filter: { body: "hello" } }));
  expect(ids).toEqual([email.id]);
});

test("a broken message, or one without a mailbox, does not affect the others of its batch", async () => {
  const inbox = [t.mailbox.inbox];
  const bodies = [message("one"), Buffer.alloc(0), Buffer.from([0xff, 0x00, 0x0d]), message("two")];
  const deliveries = bodies.map((bytes) => ({ accountId: t.accountId, bytes, mailboxIds: inbox }));
  const lost = { accountId: t.accountId, bytes: message("lost"), mailboxIds: ["m999" as Id] };
  const stranger = { accountId: "a999", bytes: message("strange"), mailboxIds: inbox };
  const results = await ingest.deliverBatch([...deliveries, lost, stranger]);
  expect(results.map((result) => result instanceof Error)).toEqual([false, false, false, false, true, true]);
  const ids = results.flatMap((result) => (result instanceof Error ? [] : [result.id]));
  expect(await t.store.read((reader) => getEmails(reader, t.accountId, ids))).toHaveLength(4);
  await expect(ingest.deliver(lost)).rejects.toThrow("no such mailbox");
});

test("work after a batch is durable with it or not at all", async () => {
  const delivery = { accountId: t.accountId, bytes: message("x"), mailboxIds: [t.mailbox.inbox] };
  const failing = ingest.deliverBatch([delivery], async (tx) => {
    await setImportProgress(tx, t.accountId, "job", 1);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  await t.store.read(async (reader) => {
    expect((await queryEmails(reader, t.accountId, {})).ids).toEqual([]);
    expect(await getImportProgress(reader, t.accountId, "job")).toBeUndefined();
  });
  await ingest.deliverBatch([], (tx) => setImportProgress(tx, t.accountId, "job", 2));
  expect(await t.store.read((reader) => getImportProgress(reader, t.accountId, "job"))).toEqual({ position: 2 });
});

test("kill -9 during deliveries loses no acknowledged message and leaves nothing half done", async () => {
  await t.store.close();
  const child = fork(join(import.meta.dirname, "deliverer.ts"), [dataDir, t.accountId, t.mailbox.inbox]);
  const gone = once(child, "exit");
  const acknowledged: Id[] = [];
  child.on("message", (blobId: Id) => {
    acknowledged.push(blobId);
    if (acknowledged.length === 20) child.kill("SIGKILL");
  });
  await gone;
  expect(acknowledged.length).toBeGreaterThanOrEqual(20);

  const store = await openStore({ dataDir }, log);
  await store.read(async (reader) => {
    const found = await firstEmailsWithBlobs(reader, t.accountId, acknowledged);
    expect(acknowledged.filter((blobId) => !found.has(blobId))).toEqual([]);
    const { ids, total } = await queryEmails(reader, t.accountId, {
      filter: { inMailbox: t.mailbox.inbox },
      calculateTotal: true,
    });
    expect(total).toBe(ids.length);
    for (const { blobId, size } of await getEmails(reader, t.accountId, ids))
      expect(await store.blobs.size(blobId)).toBe(size);
    expect((await queryEmails(reader, t.accountId, { filter: { body: "delivered" } })).ids).toHaveLength(ids.length);
    expect(await reader.all("pragma quick_check")).toEqual([{ quick_check: "ok" }]);
  });
  await store.close();
});
