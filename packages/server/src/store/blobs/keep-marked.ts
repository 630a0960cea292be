/** Blobs that come into use while a sweep removes their objects (remove-blobs.ts). */
import type { Id } from "@pismo/jmap";
import type { Reader, Transactor } from "../db/reader.ts";
import { recordPackEntries } from "./record-pack-entries.ts";

/** Which of these a sweep is removing. */
export async function markedOf(reader: Reader, blobIds: readonly Id[]): Promise<Set<Id>> {
  const rows = await reader.all<{ blob_id: Id }>(
    "select r.blob_id from text_rows(?) named ordered join blob_removal r on r.blob_id = named.value",
    JSON.stringify(blobIds),
  );
  return new Set(rows.map(({ blob_id }) => blob_id));
}

/** Puts blobs where no sweep removes them, in the transaction that comes to refer to them: into a pack, whose name is new. */
export async function putInNewPack(tx: Transactor, blobs: readonly { blobId: Id; bytes: Uint8Array }[]): Promise<void> {
  const distinct = [...new Map(blobs.map((blob) => [blob.blobId, blob])).values()];
  if (distinct.length === 0) return;
  const entries = await tx.blobs.packs.write(distinct);
  await recordPackEntries(
    tx,
    distinct.map(({ blobId }, index) => [blobId, entries[index]!]),
  );
}

/** Those of the blobs that are there, and stay when the transaction comes to refer to them. */
export async function blobsThatStay(tx: Transactor, blobIds: readonly Id[]): Promise<ReadonlySet<Id>> {
  const marked = await markedOf(tx, blobIds);
  const staying = new Set<Id>();
  for (const blobId of new Set(blobIds)) {
    if (!marked.has(blobId)) {
      if ((await tx.blobs.size(blobId)) !== undefined) staying.add(blobId);
      continue;
    }
    const bytes = await tx.blobs.get(blobId);
    if (!bytes) continue;
    await putInNewPack(tx, [{ blobId, bytes }]);
    staying.add(blobId);
  }
  return staying;
}
