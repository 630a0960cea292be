/**
 * Blobs that were put since this database was opened and that it has never referred to, as after a process was killed.
 * The search grows with the mailbox, so it runs in a worker thread.
 */
import { Worker } from "node:worker_threads";
import type { Logger } from "../../log.ts";
import type { Store } from "../db/store.ts";
import type { Strays, StraySearch } from "./stray-worker.ts";

/** A larger share points to a wrong database rather than to a killed process. */
const MAX_STRAY_SHARE = 0.5;
const MIN_STRAYS = 20;

/**
 * Frees them for the sweep. Blobs from before this process opened the database stay: they may belong to a database that
 * was lost.
 */
export async function freeStrays(store: Store, search: StraySearch, log: Logger): Promise<void> {
  if (search.before <= search.since) return;
  const { total, blobIds, packs, unusedInPacks } = await findStrays(search);
  const strays = blobIds.length + packs.length;
  if (strays > MIN_STRAYS && strays > total * MAX_STRAY_SHARE) {
    log.warn("Most files in the folder of blobs belong to no message, and are left alone: pismo check says more", {
      strays,
      total,
    });
    return;
  }
  if (strays + unusedInPacks.length === 0) return;
  await store.write(async (tx) => {
    const sql = "insert into freed_blob (blob_id, freed_at) values (?, ?) on conflict do nothing";
    await tx.runAll(
      sql,
      blobIds.map((blobId) => [blobId, 0]),
    );
    await tx.runAll(
      sql,
      unusedInPacks.map((blobId) => [blobId, 0]),
    );
    await tx.runAll(
      "insert into pack_to_sweep (pack, task) values (?, 'remove') on conflict do nothing",
      packs.map((pack) => [pack]),
    );
  });
}

function findStrays(search: StraySearch): Promise<Strays> {
  // Under `node --watch` threads report their imports as messages, which would be taken for the result.
  const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env;
  const worker = new Worker(new URL("./stray-worker.ts", import.meta.url), { env, workerData: search });
  return new Promise<Strays>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the search for stray blobs has ended")));
  });
}
