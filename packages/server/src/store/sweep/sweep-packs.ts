/**
 * Rewrites packs without the blobs that were freed or are stored in another pack too: the rest is written to a new pack,
 * and the table refers to it before the old one is removed. Until then the unused one of the two is queued for removal,
 * so that the next sweep finds it after a crash.
 */
import type { Id } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import { FIRST_WITH_TRAILER, newPack, readPackEntries } from "../blobs/pack-store.ts";
import type { PackEntry } from "../blobs/pack-entry.ts";
import { breathe, type Reader, type Transactor } from "../db/reader.ts";
import type { Store } from "../db/store.ts";
import { isReferenced } from "../blobs/blob-references.ts";

/** Packs without a trailer, from older versions, that one sweep rewrites with one. */
const MAX_OLD_PACKS = 50;

/** What of a pack is removed. */
export interface PackRemoval {
  /** SQL: whether a blob `p` of the table of packs stays. Its first parameter is the pack. */
  isKept: string;
  /** The further parameters of `isKept`. */
  params: readonly number[];
  /** Younger packs stay: the Emails of their blobs may still be inserted. */
  writtenBefore?: Date;
  /** The pack is rewritten even where all its recorded blobs stay. */
  isWasteful: boolean;
  /** Notes that the pack's blobs are removed or kept. */
  forget(tx: Transactor, pack: number): Promise<unknown>;
}

const ofFreed = (before: Date, isWasteful: boolean): PackRemoval => ({
  // Freed only now, it stays for its days, though others of its pack go.
  isKept: `(${isReferenced("p.blob_id")} or exists (select 1 from freed_blob f where f.blob_id = p.blob_id and f.freed_at >= ?2))`,
  params: [before.getTime()],
  writtenBefore: before,
  isWasteful,
  forget: (tx, pack) =>
    tx.run(
      "delete from freed_blob where freed_at < ?2 and blob_id in (select blob_id from packed_blob where pack = ?1)",
      pack,
      before.getTime(),
    ),
});

/** @returns the number of blobs removed */
export async function sweepPacks(store: Store, before: Date, log: Logger): Promise<number> {
  let removed = 0;
  for (const [pack, isWasteful] of await store.read((reader) => packsToSweep(reader, before))) {
    try {
      removed += await sweepPack(store, pack, ofFreed(before, isWasteful));
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
  isKept: number;
}

/** The caller holds the lock of the sweep. @returns the number of blobs removed */
export async function sweepPack(store: Store, pack: number, removal: PackRemoval): Promise<number> {
  const { packs } = store.blobs;
  const file = await packs.find(pack);
  if (!file || (removal.writtenBefore && file.writtenAt >= removal.writtenBefore)) return 0;
  const all = await store.read((reader) => packed(reader, pack, removal));
  const used = all.filter(({ isKept }) => isKept);
  if (used.length === all.length && !removal.isWasteful) {
    // They are referred to again.
    await store.write((tx) => removal.forget(tx, pack));
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
  const isReplaced = await store.write((tx) => replaceEntries(tx, pack, removal, used, rewritten));
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
  removal: PackRemoval,
  used: readonly Packed[],
  rewritten: readonly PackEntry[],
): Promise<boolean> {
  const now = (await packed(tx, pack, removal)).filter(({ isKept }) => isKept);
  if (now.length !== used.length || now.some(({ blobId }, index) => blobId !== used[index]!.blobId)) return false;
  await removal.forget(tx, pack);
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

/**
 * Outside of transactions, as removeBlobs: no writer records entries of a pack that is queued for removal
 * (recordPackEntries). The caller holds the lock of the sweep.
 */
export async function removeObsoletePacks(store: Store): Promise<void> {
  const obsolete = await store.read((reader) =>
    reader.all<{ pack: number; is_known: number }>(
      `select pack, (select count(*) from packed_blob p where p.pack = s.pack) as is_known
       from pack_to_sweep s where task = 'remove'`,
    ),
  );
  if (obsolete.length === 0) return;
  for (const { pack, is_known } of obsolete) if (is_known === 0) await store.blobs.packs.remove(pack);
  await store.write((tx) =>
    tx.runAll(
      "delete from pack_to_sweep where pack = ? and task = 'remove'",
      obsolete.map(({ pack }) => [pack]),
    ),
  );
}

const packed = (reader: Reader, pack: number, { isKept, params }: PackRemoval): Promise<Packed[]> =>
  reader.all<Packed>(
    `select p.blob_id as "blobId", p.pack, p.start, p.size, ${isKept} as "isKept"
     from packed_blob p where p.pack = ?1 order by p.start`,
    pack,
    ...params,
  );
