/**
 * Removes what is no longer in use: expired uploads, finished submissions that were destroyed, blobs. The work grows with
 * what was freed since the last sweep, not with the mailbox.
 */
import type { Id } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import { isReferenced } from "../blobs/blob-references.ts";
import { eraseBlobs, isErased } from "./erase.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import type { Store } from "../db/store.ts";
import { freeStrays } from "./stray-blobs.ts";
import { forgetRemovals, type Removal, removeBlobs } from "./remove-blobs.ts";
import { removeObsoletePacks, sweepPacks } from "./sweep-packs.ts";

export interface SweepOptions {
  /** Younger blobs stay: their Email may still be inserted. */
  graceMs?: number;
  /** Searches for blobs that nothing has ever referred to too, as after a process was killed. */
  findsStrays?: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Blobs marked in one transaction. */
const SLICE = 50;

/** Does nothing beside a backup or another sweep. @returns the number of blobs removed */
export async function sweepStore(
  store: Store,
  { graceMs = DAY_MS, findsStrays = true }: SweepOptions,
  log: Logger,
): Promise<number> {
  const release = await store.tryLock("sweep");
  if (!release) return 0;
  try {
    await store.write(async (tx) => {
      await tx.run("delete from upload where expires_at <= ?", Date.now());
      await tx.run(
        `delete from email_submission where is_hidden = 1 and id not in (
           select submission_id from submission_recipient where state in ('queued', 'sending', 'transmitting'))`,
      );
      await tx.run(`delete from damaged_blob where not ${isReferenced("damaged_blob.blob_id")}`);
    });
    await forgetRemovals(store);
    await eraseBlobs(store, log);
    const before = new Date(Date.now() - graceMs);
    if (findsStrays) await freeStrays(store, before, log);
    await removeObsoletePacks(store);
    const removed = (await sweepFiles(store, before)) + (await sweepPacks(store, before, log));
    if (removed > 0) log.info("Removed blobs that no letter has", { blobs: removed });
    return removed;
  } finally {
    await release();
  }
}

/** Erases the blobs of removed accounts. @returns false where another sweep or a backup runs: the next sweep does it */
export async function eraseNow(store: Store, log: Logger): Promise<boolean> {
  const release = await store.tryLock("sweep");
  if (!release) return false;
  try {
    await forgetRemovals(store);
    await eraseBlobs(store, log);
  } finally {
    await release();
  }
  return store.read(isErased);
}

/** Removes the objects of freed blobs. */
async function sweepFiles(store: Store, before: Date): Promise<number> {
  let removed = 0;
  for (let after: Id = ""; ;) {
    const slice = await store.read((reader) => freedAfter(reader, after, before));
    const last = slice.at(-1);
    if (last === undefined) return removed;
    after = last;
    await removeBlobs(
      store,
      slice.map((blobId) => ({ blobId, before })),
      async (tx, outcomes) => {
        await noteRemoved(tx, outcomes);
        removed += [...outcomes.values()].filter((outcome) => outcome === "removed").length;
      },
    );
  }
}

async function freedAfter(reader: Reader, after: Id, before: Date): Promise<Id[]> {
  const sql = "select blob_id from freed_blob where blob_id > ? and freed_at < ? order by blob_id limit ?";
  const rows = await reader.all<{ blob_id: Id }>(sql, after, before.getTime(), SLICE);
  return rows.map(({ blob_id }) => blob_id);
}

async function noteRemoved(tx: Transactor, outcomes: ReadonlyMap<Id, Removal>): Promise<void> {
  for (const [blobId, outcome] of outcomes) {
    if (outcome === "recent") continue;
    // An entry of a pack stays recorded until the pack is rewritten.
    const sql = `select 1 from packed_blob where blob_id = ?1 and not ${isReferenced("?1")}`;
    if (!(await tx.get(sql, blobId))) await tx.run("delete from freed_blob where blob_id = ?", blobId);
  }
}
