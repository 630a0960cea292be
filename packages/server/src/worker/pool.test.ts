import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Worker } from "node:worker_threads";
import { afterAll, expect, test, vi } from "vitest";
import { parseMessage } from "../mime/parse/parse.ts";
import { blobIdOf, openBlobs } from "../store/blobs/blobs.ts";
import type { PackEntry } from "../store/blobs/pack-entry.ts";
import { prepareEmail } from "../store/mail/prepare-email.ts";
import { BINARY, message, plainRtf, tnef } from "../../test/support/tnef.ts";
import { tnefToMessage } from "../mime/tnef/to-message.ts";
import { createMimePool } from "./pool.ts";

const messageOf = (subject: string, size = 50_000): Buffer =>
  Buffer.from(`Subject: ${subject}\r\n\r\n${"слово ".repeat(size / 11)}`);

test("a worker returns the same as parsing in this thread; more messages than workers wait", async () => {
  const pool = createMimePool(2);
  const messages = Array.from({ length: 6 }, (_, at) => messageOf(`letter ${at}`));
  expect(await Promise.all(messages.map((bytes) => pool.parse(bytes)))).toEqual(messages.map(parseMessage));
  await pool.close();
});

test("an idle worker ends after a while, and another starts when there is work", async () => {
  const started: Worker[] = [];
  const note = (worker: Worker): void => void started.push(worker);
  process.on("worker", note);
  const pool = createMimePool(1, { idleMs: 0 });
  for (const turn of [1, 2]) {
    expect(await pool.parse(messageOf("once"))).toEqual(parseMessage(messageOf("once")));
    expect(started).toHaveLength(turn);
    await once(started.at(-1)!, "exit");
  }
  process.off("worker", note);
  await pool.close();
});

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** @param entries those that the database would have */
async function blobFolder(entries = new Map<string, PackEntry>()) {
  const root = mkdtempSync(join(tmpdir(), "pismo-pool-"));
  folders.push(root);
  return openBlobs(root, true, { find: (blobId) => entries.get(blobId), close: () => {} });
}

test("a batch is parsed and durable, in order, equal messages stored once", async () => {
  const entries = new Map<string, PackEntry>();
  const blobs = await blobFolder(entries);
  const pool = createMimePool(2);
  const messages = Array.from({ length: 450 }, (_, at) => messageOf(`letter ${at % 449}`, at === 7 ? 5_000_000 : 300));
  const stored = await pool.parseAndStore(messages, blobs.folder);
  expect(stored.map(({ blobId, prepared }) => ({ blobId, prepared }))).toEqual(
    messages.map((bytes) => ({ blobId: blobIdOf(bytes), prepared: prepareEmail(parseMessage(bytes)) })),
  );
  for (const { blobId, entry } of stored) if (entry) entries.set(blobId, entry);
  for (const [at, { blobId }] of stored.entries()) {
    expect(messages[at]!.equals((await blobs.get(blobId))!), `letter ${at}`).toBe(true);
  }
  // 0 to 6, 8 to 107, 108 to 207, …; the large one is a slice of its own and a file.
  expect(new Set([...entries.values()].map(({ pack }) => pack)).size).toBe(6);
  expect(stored[7]!.entry).toBeUndefined();
  await pool.close();
});

test("a message that takes too long does not affect the others of its batch", async () => {
  const blobs = await blobFolder();
  const pool = createMimePool(1, { timeoutMs: 1 });
  const stored = await pool.parseAndStore([messageOf("small", 100), messageOf("slow", 5_000_000)], blobs.folder);
  expect(stored.map(({ prepared }) => prepared.terms[0])).toEqual(["small", "slow"]);
  expect(stored.map(({ prepared }) => prepared.terms[5] !== "")).toEqual([true, false]);
  await pool.close();
});

test("a folder that cannot be written is the caller's error", async () => {
  const pool = createMimePool(1);
  const blobs = { root: join(tmpdir(), "pismo-is-not-there"), durable: true };
  await expect(pool.parseAndStore([messageOf("a", 100)], blobs)).rejects.toThrow(/ENOENT/);
  await pool.close();
});

test("a container is unpacked in a thread; one that is unreadable, or takes too long, is undefined", async () => {
  const container = tnef(message([0x1009, BINARY, plainRtf("word\\par ".repeat(300_000))]));
  const pool = createMimePool(1);
  const before = process.threadCpuUsage();
  const unpacked = await pool.unpack(container);
  const { user } = process.threadCpuUsage(before);
  const begun = process.threadCpuUsage();
  expect(Buffer.from(unpacked!).equals(tnefToMessage(container)!)).toBe(true);
  expect(user).toBeLessThan(process.threadCpuUsage(begun).user);
  expect(await pool.unpack(messageOf("no container"))).toBeUndefined();
  await pool.close();
  const hurried = createMimePool(1, { timeoutMs: 1 });
  expect(await hurried.unpack(container)).toBeUndefined();
  await hurried.close();
});

test("the caller's bytes are not transferred", async () => {
  const pool = createMimePool(1, { inlineBytes: 0 });
  const bytes = messageOf("kept", 100);
  await pool.parse(bytes);
  expect(bytes.toString("latin1", 0, 13)).toBe("Subject: kept");
  await pool.close();
});

test("under node --watch the result is the message, not the thread's imports", async () => {
  vi.stubEnv("WATCH_REPORT_DEPENDENCIES", "1");
  const pool = createMimePool(1, { inlineBytes: 0 });
  expect((await pool.parse(messageOf("watched", 100))).headers.subject).toBe("watched");
  await pool.close();
  vi.unstubAllEnvs();
});

test("a message that takes too long has its header, and the next one is parsed", async () => {
  const pool = createMimePool(1, { timeoutMs: 1 });
  const slow = await pool.parse(messageOf("slow", 30_000_000));
  expect(slow.headers.subject).toBe("slow");
  expect(slow.searchText.body).toBe("");
  expect(slow.structure).toMatchObject({ partId: "1", subParts: null });
  expect((await pool.parse(messageOf("small", 100))).headers.subject).toBe("small");
  await pool.close();
});

test("a closed pool rejects waiting and new tasks", async () => {
  const pool = createMimePool(1);
  const waiting = [pool.parse(messageOf("a")), pool.parse(messageOf("b"))];
  const settled = Promise.allSettled(waiting);
  await pool.close();
  expect((await settled).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(pool.parse(messageOf("c"))).rejects.toThrow(/closed/);
});

test("an idle pool lets the process end", async () => {
  const pool = JSON.stringify(new URL("./pool.ts", import.meta.url).href);
  const script = `
    const { createMimePool } = await import(${pool});
    const parsed = await createMimePool(1, { inlineBytes: 0 }).parse(Buffer.from("Subject: x\\n\\n"));
    console.log(parsed.headers.subject);`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    timeout: 20_000,
  });
  expect(stdout.trim()).toBe("x");
});
