/** Blobs that a restored database refers to and that were not in the backup. */
import { isReferenced } from "../blobs/blob-references.ts";
import type { Reader } from "../db/reader.ts";
import { REFERENCED_BLOBS } from "./backup.ts";
import type { FaultyBlob } from "./describe-emails.ts";

/** Adds them to `faults`, whatever the reason, and leaves out what nothing refers to. */
export async function withMissing(reader: Reader, faults: readonly FaultyBlob[]): Promise<FaultyBlob[]> {
  const known = new Map(faults.map((each) => [each.blobId, each]));
  const absent = await reader.all<{ blob_id: string }>(
    `select blob_id from (${REFERENCED_BLOBS}) named where blob_id not in (select blob_id from packed_blob)`,
  );
  for (const { blob_id: blobId } of absent) {
    if (known.has(blobId)) continue;
    // Large blobs are files.
    if ((await reader.blobs.size(blobId)) === undefined) known.set(blobId, { blobId, fault: "missing" });
  }
  const used = await usedOf(reader, [...known.keys()]);
  return [...known.values()].filter(({ blobId }) => used.has(blobId));
}

async function usedOf(reader: Reader, blobIds: readonly string[]): Promise<Set<string>> {
  const rows = await reader.all<{ value: string }>(
    `select value from text_rows(?) named where ${isReferenced("value")}`,
    JSON.stringify(blobIds),
  );
  return new Set(rows.map(({ value }) => value));
}
