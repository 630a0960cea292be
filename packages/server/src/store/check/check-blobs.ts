/** Reads every referenced message and upload and compares it with its hash and its size. */
import type { Id } from "@pismo/jmap";
import { REFERENCED_WITH_SIZE } from "../backup/backup.ts";
import { readChecked } from "../blobs/verify-blobs.ts";
import { blobIdOf, isRemoteBlobId, type StoredBlob } from "../blobs/blobs.ts";
import { recordFaults, clearFaults } from "../blobs/damaged-blobs.ts";
import type { FaultyBlob } from "../backup/describe-emails.ts";
import { readPackEntries } from "../blobs/pack-store.ts";
import { endPast } from "../db/end-past.ts";
import type { Store } from "../db/store.ts";

export async function checkBlobs(
  store: Store,
  onProgress: (progress: { done: number; total: number }) => void,
): Promise<{ faults: FaultyBlob[]; sizes: StoredBlob[] }> {
  const rows = await store.read((reader) => reader.all<{ blob_id: Id; size: number | null }>(REFERENCED_WITH_SIZE));
  const faults: FaultyBlob[] = [];
  const sizes: StoredBlob[] = [];
  for (const [index, { blob_id: blobId, size }] of rows.entries()) {
    const { bytes, fault } = await readChecked(store.blobs, blobId, size ?? undefined);
    if (fault) faults.push({ blobId, fault });
    else if (size !== null && size !== bytes.length) sizes.push({ blobId, size: bytes.length });
    onProgress({ done: index + 1, total: rows.length });
  }
  return { faults, sizes };
}

/** Restores blobs that are intact in a pack, corrects sizes, and records the other faults. Returns the remaining faults. */
export async function repairBlobs(
  store: Store,
  faults: readonly FaultyBlob[],
  sizes: readonly StoredBlob[],
): Promise<FaultyBlob[]> {
  const found = await findInPacks(store, new Set(faults.map(({ blobId }) => blobId)));
  const left = faults.filter(({ blobId }) => !found.has(blobId));
  await store.write(async (tx) => {
    const known = await tx.all<{ blob_id: Id }>("select blob_id from damaged_blob");
    const faulty = new Set(left.map(({ blobId }) => blobId));
    await clearFaults(
      tx,
      known.map(({ blob_id }) => blob_id).filter((blobId) => !faulty.has(blobId)),
    );
    await recordFaults(tx, left);
    for (const { blobId, size } of sizes) {
      await tx.run("update email set size = ?1 where blob_id = ?2 and size <> ?1", size, blobId);
      await tx.run("update upload set size = ?1 where blob_id = ?2 and size <> ?1", size, blobId);
    }
    if (sizes.length > 0) await endPast(tx);
  });
  // Without those that are fetched again from their server.
  return store.read(async (reader) => {
    const rows = await reader.all<{ blob_id: Id }>("select blob_id from damaged_blob");
    const recorded = new Set(rows.map(({ blob_id }) => blob_id));
    return left.filter(({ blobId }) => recorded.has(blobId));
  });
}

/** Puts the requested blobs that a trailer lists again as files. */
async function findInPacks(store: Store, requested: ReadonlySet<Id>): Promise<Set<Id>> {
  const found = new Set<Id>();
  if (requested.size === 0) return found;
  const { packs } = store.blobs;
  for await (const { pack } of packs.list()) {
    const entries = (await packs.entries(pack)) ?? [];
    for (const [blobId, entry] of entries) {
      if (!requested.has(blobId) || found.has(blobId) || isRemoteBlobId(blobId)) continue;
      const [bytes] = await readPackEntries(packs, [entry]);
      if (bytes && blobIdOf(bytes) === blobId) {
        // Otherwise a put may only renew the time of the damaged one.
        await store.blobs.remove(blobId);
        await store.blobs.put(bytes);
        found.add(blobId);
      }
    }
  }
  return found;
}
