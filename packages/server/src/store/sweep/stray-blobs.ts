/**
 * Blobs that were put since this database was opened and that it has never referred to, as after a process was killed.
 * The search grows with the mailbox: that of a folder runs in a worker thread, that of objects waits for each page.
 */
import { dirname } from "node:path";
import { Worker } from "node:worker_threads";
import type { Id } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import type { Store } from "../db/store.ts";
import type { Strays, StraySearch } from "./stray-worker.ts";
import { findUnusedInPacks, isUnknownPack, unnamed } from "./unnamed-blobs.ts";

/** A larger share points to a wrong database rather than to a killed process. */
const MAX_STRAY_SHARE = 0.5;
const MIN_STRAYS = 20;

/**
 * Frees them for the sweep. Files from before this process opened the database stay: they may belong to a database that
 * was lost.
 */
export async function freeStrays(store: Store, before: Date, log: Logger): Promise<void> {
  const since = store.openedAt;
  const { folder } = store.blobs;
  if (folder && before <= since) return;
  const { total, blobIds, packs, unusedInPacks } = folder
    ? await findInFolder({ dataDir: dirname(folder.root), since, before })
    : await findAmongObjects(store, before);
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

function findInFolder(search: StraySearch): Promise<Strays> {
  // Under `node --watch` threads report their imports as messages, which would be taken for the result.
  const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env;
  const worker = new Worker(new URL("./stray-worker.ts", import.meta.url), { env, workerData: search });
  return new Promise<Strays>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("the search for stray blobs has ended")));
  });
}

/** Names that are asked for in one query. */
const SLICE = 500;

async function findAmongObjects(store: Store, before: Date): Promise<Strays> {
  const strays: Strays = { total: 0, blobIds: [], packs: [], unusedInPacks: [] };
  let slice: Id[] = [];
  const search = async () => {
    const blobIds = slice;
    slice = [];
    strays.blobIds.push(...(await store.read((reader) => unnamed(reader, blobIds))));
  };
  for await (const { blobId, putAt } of store.blobs.list()) {
    strays.total++;
    if (putAt < before && slice.push(blobId) >= SLICE) await search();
  }
  await search();
  for await (const { pack, writtenAt } of store.blobs.packs.list()) {
    strays.total++;
    if (writtenAt < before && (await store.read((reader) => isUnknownPack(reader, pack)))) strays.packs.push(pack);
  }
  strays.unusedInPacks = await store.read(findUnusedInPacks);
  return strays;
}
