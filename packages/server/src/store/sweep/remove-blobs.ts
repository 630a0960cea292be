/**
 * Removes the objects of blobs. An object store may take long, and no writer is to wait for it: the blobs are marked in one
 * transaction, removed outside of any, and unmarked in another. What comes to refer to a marked blob in between puts it
 * into a pack (keep-marked.ts), whose name is new.
 */
import { randomUUID } from "node:crypto";
import type { Id } from "@pismo/jmap";
import type { Transactor } from "../db/reader.ts";
import type { Store } from "../db/store.ts";
import { isReferenced } from "../blobs/blob-references.ts";

export interface RemovalCandidate {
  blobId: Id;
  /** An object that was put later stays. */
  before: Date;
}

/** used: something refers to it. recent: it was put again. absent: there is no object. */
export type Removal = "removed" | "used" | "recent" | "absent";

/** Removed at the same time. */
const MAX_PARALLEL = 8;

/**
 * The caller holds the lock of the sweep.
 * @param note called in the transaction that ends the removal
 */
export async function removeBlobs(
  store: Store,
  candidates: readonly RemovalCandidate[],
  note: (tx: Transactor, outcomes: ReadonlyMap<Id, Removal>) => Promise<void>,
): Promise<void> {
  const sweep = randomUUID();
  const marked = await store.write((tx) => mark(tx, sweep, candidates));
  const outcomes = new Map<Id, Removal>(candidates.map(({ blobId }) => [blobId, "used"]));
  const waiting = candidates.filter(({ blobId }) => marked.has(blobId));
  const remove = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { blobId, before } = next;
      // Where the lock was lost, another sweep has removed the mark, and the blob may be in use.
      const isOurs = await store.read((reader) =>
        reader.get("select 1 from blob_removal where blob_id = ? and sweep = ?", blobId, sweep),
      );
      if (isOurs) outcomes.set(blobId, await store.blobs.removeOlder(blobId, before));
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(MAX_PARALLEL, waiting.length) }, remove));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  await store.write(async (tx) => {
    await tx.run("delete from blob_removal where sweep = ?", sweep);
    await note(tx, outcomes);
  });
}

/** What a sweep that was cut off has left marked. The caller holds the lock. */
export async function forgetRemovals(store: Store): Promise<void> {
  if (await store.read((reader) => reader.get("select 1 from blob_removal"))) {
    await store.write((tx) => tx.run("delete from blob_removal"));
  }
}

/** Marks those that nothing refers to. Returns them. */
async function mark(tx: Transactor, sweep: string, candidates: readonly RemovalCandidate[]): Promise<Set<Id>> {
  const rows = await tx.all<{ blob_id: Id }>(
    `insert into blob_removal (blob_id, sweep)
     select value, cast(?2 as text) from text_rows(?1) named where not ${isReferenced("value")}
     on conflict (blob_id) do update set sweep = excluded.sweep returning blob_id`,
    JSON.stringify(candidates.map(({ blobId }) => blobId)),
    sweep,
  );
  return new Set(rows.map(({ blob_id }) => blob_id));
}
