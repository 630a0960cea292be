/**
 * Packs without what nobody refers to any more: the rest is written anew, and the table turned to the new pack, before the
 * old one goes. A crash in between leaves a pack that the table does not know, which the next sweep takes.
 */
import type { Id } from "@pismo/jmap";
import type { BlobFolder } from "./blob-folder.ts";
import { listPacks, type PackFile, type PackPlace, readPlaces, removePack, writePack } from "./pack-files.ts";
import { breathe, type Reader, type Transactor } from "./reader.ts";
import type { Store } from "./store.ts";

/** @returns the blobs that went */
export async function sweepPacks(store: Store, before: Date): Promise<number> {
  const { folder } = store.blobs;
  let removed = 0;
  for await (const pack of listPacks(folder.root)) {
    if (pack.writtenAt < before) removed += await sweepPack(store, folder, pack);
    await breathe();
  }
  return removed;
}

interface Packed extends PackPlace {
  blobId: Id;
  isUsed: number;
}

async function sweepPack(store: Store, folder: BlobFolder, { pack, size }: PackFile): Promise<number> {
  const all = await store.read((reader) => packed(reader, pack));
  if (all.length === 0) {
    await store.write((tx) => removeUnknown(tx, pack));
    return 0;
  }
  const kept = all.filter(({ isUsed }) => isUsed);
  // Octets between them are those of blobs that lay somewhere else already when the pack was recorded.
  if (kept.reduce((sum, blob) => sum + blob.size, 0) === size) return 0;
  const anew = kept.length > 0 ? await writePack(folder, await readPlaces(folder.root, kept)) : [];
  if (!(await store.write((tx) => turnOver(tx, pack, kept, anew)))) {
    if (anew[0]) await removePack(folder.root, anew[0].pack);
    return 0;
  }
  await removePack(folder.root, pack);
  return all.length - kept.length;
}

/** Inside the transaction, so that nobody who has just seen the file records its places. */
async function removeUnknown(tx: Transactor, pack: number): Promise<void> {
  if ((await packed(tx, pack)).length === 0) await removePack(tx.blobs.folder.root, pack);
}

/**
 * Inside the transaction nobody can refer to what goes: who inserts a letter looks in its own that the blob is there.
 * @returns false, and does nothing, when somebody refers to other blobs of the pack by now
 */
async function turnOver(
  tx: Transactor,
  pack: number,
  kept: readonly Packed[],
  anew: readonly PackPlace[],
): Promise<boolean> {
  const now = (await packed(tx, pack)).filter(({ isUsed }) => isUsed);
  if (now.length !== kept.length || now.some(({ blobId }, index) => blobId !== kept[index]!.blobId)) return false;
  await tx.run("delete from packed_blob where pack = ?", pack);
  await tx.runAll(
    "insert into packed_blob (blob_id, pack, start, size) values (?, ?, ?, ?)",
    kept.map(({ blobId }, index) => [blobId, anew[index]!.pack, anew[index]!.start, anew[index]!.size]),
  );
  return true;
}

const packed = (reader: Reader, pack: number): Promise<Packed[]> =>
  reader.all<Packed>(
    `select p.blob_id as "blobId", p.pack, p.start, p.size,
       exists (select 1 from email where blob_id = p.blob_id) or exists (select 1 from upload where blob_id = p.blob_id)
         or exists (select 1 from email_submission where blob_id = p.blob_id) as "isUsed"
     from packed_blob p where p.pack = ? order by p.start`,
    pack,
  );
