/**
 * Rewrites packs without the blobs that were freed or are stored in another pack too: the rest is written to a new pack,
 * and the table refers to it before the old one is removed. Until then the unused one of the two is queued for removal,
 * so that the next sweep finds it after a crash.
 */
import type { Id } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import { FIRST_WITH_TRAILER, newPack, type PackStore, readPackEntries } from "./pack-store.ts";
import type { PackEntry } from "./pack-entry.ts";
import { breathe, type Reader, type Transactor } from "../db/reader.ts";
import type { Store } from "../db/store.ts";
import { isReferenced } from "./blob-references.ts";

/** Packs without a trailer, from older versions, that one sweep rewrites with one. */
const MAX_OLD_PACKS = 50;

/** @returns the number of blobs removed */
export async function sweepPacks(store: Store, before: Date, log: Logger): Promise<number> {
  const { packs } = store.blobs;
  let removed = 0;
  for (const [pack, isWasteful] of await store.read((reader) => packsToSweep(reader, before))) {
    try {
      removed += await sweepPack(store, packs, { pack, isWasteful }, before);
    } catch (error) {
      // The other packs are swept all the same.
      log.error("A pack could not be rewritten", { pack: pack.toString(16), error });
    }
    await breathe();
  }
  return removed;
}

/** Pack numbers, each with whether the pack is rewritten even where all its recorded blobs are in use. */
async function packsToSweep(reader: Reader, before: Date): Promise<Map<number, boolean>> {
  const freed = await reader.all<{ pack: number }>(
    "select distinct p.pack from freed_blob f join packed_blob p on p.blob_id = f.blob_id where f.freed_at < ?",
    before.getTime(),
  );
  const old = await reader.all<{ pack: number }>(
    "select distinct pack from packed_blob where pack < ? limit ?",
    FIRST_WITH_TRAILER,
    MAX_OLD_PACKS,
  );
  const wasteful = await reader.all<{ pack: number }>("select pack from pack_to_sweep where task = 'rewrite'");
  return new Map([
    ...freed.map(({ pack }) => [pack, false] as const),
    ...[...wasteful, ...old].map(({ pack }) => [pack, true] as const),
  ]);
}

interface Packed extends PackEntry {
  blobId: Id;
  isUsed: number;
}

async function sweepPack(
  store: Store,
  packs: PackStore,
  { pack, isWasteful }: { pack: number; isWasteful: boolean },
  before: Date,
): Promise<number> {
  const file = await packs.find(pack);
  if (!file || file.writtenAt >= before) return 0;
  const all = await store.read((reader) => packed(reader, pack));
  const used = all.filter(({ isUsed }) => isUsed);
  if (used.length === all.length && !isWasteful) {
    // They are referred to again.
    await store.write((tx) => forgetFreed(tx, pack));
    return 0;
  }
  let rewritten: PackEntry[] = [];
  if (used.length > 0) {
    const bytes = await readPackEntries(packs, used);
    const fresh = newPack();
    await store.write((tx) => tx.run("insert into pack_to_sweep (pack, task) values (?, 'remove')", fresh));
    rewritten = await packs.write(
      used.map(({ blobId }, index) => ({ blobId, bytes: bytes[index]! })),
      fresh,
    );
  }
  const isReplaced = await store.write((tx) => replaceEntries(tx, pack, used, rewritten));
  await removeObsoletePacks(store);
  return isReplaced ? all.length - used.length : 0;
}

/**
 * No Email can refer to a removed blob: its insertion checks in its own transaction that the blob is stored.
 * @returns false, and does nothing, when other blobs of the pack have come into use
 */
async function replaceEntries(
  tx: Transactor,
  pack: number,
  used: readonly Packed[],
  rewritten: readonly PackEntry[],
): Promise<boolean> {
  const now = (await packed(tx, pack)).filter(({ isUsed }) => isUsed);
  if (now.length !== used.length || now.some(({ blobId }, index) => blobId !== used[index]!.blobId)) return false;
  await forgetFreed(tx, pack);
  await tx.run("delete from packed_blob where pack = ?", pack);
  await tx.runAll(
    "insert into packed_blob (blob_id, pack, start, size) values (?, ?, ?, ?)",
    used.map(({ blobId }, index) => [blobId, rewritten[index]!.pack, rewritten[index]!.start, rewritten[index]!.size]),
  );
  await tx.run(
    "insert into pack_to_sweep (pack, task) values (?, 'remove') on conflict (pack) do update set task = excluded.task",
    pack,
  );
  if (rewritten[0]) await tx.run("delete from pack_to_sweep where pack = ?", rewritten[0].pack);
  return true;
}

const forgetFreed = (tx: Transactor, pack: number) =>
  tx.run("delete from freed_blob where blob_id in (select blob_id from packed_blob where pack = ?)", pack);

/** Removes files inside the transaction, so that no writer that has just seen one records its entries. */
export async function removeObsoletePacks(store: Store): Promise<void> {
  if (!(await store.read((reader) => reader.get("select 1 from pack_to_sweep where task = 'remove'")))) return;
  await store.write(async (tx) => {
    for (const { pack } of await tx.all<{ pack: number }>("select pack from pack_to_sweep where task = 'remove'")) {
      const isKnown = await tx.get("select 1 from packed_blob where pack = ?", pack);
      if (!isKnown) await tx.blobs.packs.remove(pack);
      await tx.run("delete from pack_to_sweep where pack = ?", pack);
    }
  });
}

const packed = (reader: Reader, pack: number): Promise<Packed[]> =>
  reader.all<Packed>(
    `select p.blob_id as "blobId", p.pack, p.start, p.size, ${isReferenced("p.blob_id")} as "isUsed"
     from packed_blob p where p.pack = ? order by p.start`,
    pack,
  );
