/** Clears away what nobody refers to any more: expired uploads, finished submissions that were destroyed, blobs. */
import type { Id } from "@pismo/jmap";
import type { Logger } from "../log.ts";
import { trySweepLock } from "./data-dir.ts";
import type { Reader } from "./reader.ts";
import type { Store } from "./store.ts";
import { sweepPacks } from "./sweep-packs.ts";

export interface SweepOptions {
  dataDir: string;
  /** Blobs that were put later stay: their letter may be on its way into the store. */
  graceMs?: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const SLICE = 500;

/** Gives the number of blobs that went. Does nothing beside a backup or another sweep. */
export async function sweepStore(
  store: Store,
  { dataDir, graceMs = DAY_MS }: SweepOptions,
  log: Logger,
): Promise<number> {
  const release = trySweepLock(dataDir);
  if (!release) return 0;
  try {
    await store.write(async (tx) => {
      await tx.run("delete from upload where expires_at <= ?", Date.now());
      await tx.run(
        `delete from email_submission where is_hidden and id not in (
           select submission_id from submission_recipient where state in ('queued', 'sending', 'transmitting'))`,
      );
    });
    const before = new Date(Date.now() - graceMs);
    const removed = (await sweepBlobs(store, before)) + (await sweepPacks(store, before));
    if (removed > 0) log.info("Removed blobs that no letter has", { blobs: removed });
    return removed;
  } finally {
    release();
  }
}

async function sweepBlobs(store: Store, before: Date): Promise<number> {
  let removed = 0;
  let slice: Id[] = [];
  for await (const { blobId, putAt } of store.blobs.list()) {
    if (putAt < before) slice.push(blobId);
    if (slice.length < SLICE) continue;
    removed += await removeUnreferenced(store, slice, before);
    slice = [];
  }
  return removed + (await removeUnreferenced(store, slice, before));
}

/**
 * Looks first without holding anybody up. What seems free is looked at again and removed inside a transaction: no
 * other process can refer to it meanwhile, and who inserts a letter looks in its own transaction that the blob is there.
 */
async function removeUnreferenced(store: Store, blobIds: readonly Id[], before: Date): Promise<number> {
  const free = await store.read((reader) => unreferenced(reader, blobIds));
  if (free.length === 0) return 0;
  return store.write(async (tx) => {
    let removed = 0;
    for (const blobId of await unreferenced(tx, free)) {
      if (await tx.blobs.removeOlder(blobId, before)) removed++;
    }
    return removed;
  });
}

async function unreferenced(reader: Reader, blobIds: readonly Id[]): Promise<Id[]> {
  const free: Id[] = [];
  for (const blobId of blobIds) {
    const row = await reader.get(
      `select 1 where exists (select 1 from email where blob_id = ?1) or exists (select 1 from upload where blob_id = ?1)
         or exists (select 1 from email_submission where blob_id = ?1)`,
      blobId,
    );
    if (!row) free.push(blobId);
  }
  return free;
}
