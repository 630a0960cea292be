/** Blobs on the disk that the database does not refer to: those of a lost database or a killed process. */
import { readdir } from "node:fs/promises";
import type { Id } from "@pismo/jmap";
import { isReferenced } from "../blobs/blob-references.ts";
import { blobIdPattern } from "../blobs/blobs.ts";
import type { PackEntry } from "../blobs/pack-entry.ts";
import { breathe, type Reader } from "../db/reader.ts";
import type { Store } from "../db/store.ts";

export interface UnnamedBlobs {
  /** Files, and blobs in the table of packs. */
  blobIds: Id[];
  /** The trailers of packs that the table does not know. */
  packs: (readonly (readonly [blobId: Id, entry: PackEntry])[])[];
  /** Unknown packs without a readable trailer: written by an older version, or damaged. */
  silentPacks: number[];
}

const SLICE = 500;

export async function findUnnamed(store: Store): Promise<UnnamedBlobs> {
  const { folder } = store.blobs;
  const blobIds: Id[] = [];
  let slice: Id[] = [];
  const flush = async () => {
    const ids = slice;
    slice = [];
    blobIds.push(...(await store.read((reader) => unnamed(reader, ids))));
    await breathe();
  };
  for await (const { blobId } of store.blobs.list()) {
    if (slice.push(blobId) >= SLICE) await flush();
  }
  // Where a backup was unpacked by hand, blobs are in the root.
  if (folder) slice.push(...(await readdir(folder.root)).filter((name) => blobIdPattern.test(name)));
  await flush();
  const packed = await store.read(findUnusedInPacks);
  return { blobIds: [...blobIds, ...packed], ...(await unknownPacks(store)) };
}

async function unknownPacks(store: Store): Promise<Pick<UnnamedBlobs, "packs" | "silentPacks">> {
  const found: Pick<UnnamedBlobs, "packs" | "silentPacks"> = { packs: [], silentPacks: [] };
  for await (const { pack } of store.blobs.packs.list()) {
    if (!(await store.read((reader) => isUnknownPack(reader, pack)))) continue;
    const entries = await store.blobs.packs.entries(pack);
    if (entries) found.packs.push(entries);
    else found.silentPacks.push(pack);
  }
  return found;
}

/** Blobs in the table of packs that nothing refers to. */
export async function findUnusedInPacks(reader: Reader): Promise<Id[]> {
  const rows = await reader.all<{ blob_id: Id }>(
    `select blob_id from packed_blob p where not ${isReferenced("p.blob_id")}
       and not exists (select 1 from freed_blob f where f.blob_id = p.blob_id)`,
  );
  return rows.map(({ blob_id }) => blob_id);
}

export async function isUnknownPack(reader: Reader, pack: number): Promise<boolean> {
  const known = await reader.get(
    "select 1 where exists (select 1 from packed_blob where pack = ?1) or exists (select 1 from pack_to_sweep where pack = ?1)",
    pack,
  );
  return known === undefined;
}

/** Those that nothing refers to. Freed blobs are none: the next sweep removes them. */
export async function unnamed(reader: Reader, blobIds: readonly Id[]): Promise<Id[]> {
  const rows = await reader.all<{ value: Id }>(
    `select value from text_rows(?) named where not ${isReferenced("value")}
       and not exists (select 1 from freed_blob where blob_id = value)`,
    JSON.stringify(blobIds),
  );
  return rows.map(({ value }) => value);
}
