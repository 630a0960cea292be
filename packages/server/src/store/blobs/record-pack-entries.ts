/** Records the entries of a new pack. */
import type { Id } from "@pismo/jmap";
import type { PackEntry } from "./pack-entry.ts";
import type { Transactor } from "../db/reader.ts";

/**
 * A blob that is in another pack already keeps that entry.
 * @returns the blobs whose pack was swept before its entries were recorded: put them again
 */
export async function recordPackEntries(
  tx: Transactor,
  entries: readonly (readonly [blobId: Id, entry: PackEntry])[],
): Promise<Set<Id>> {
  const there = new Map<number, boolean>();
  for (const pack of new Set(entries.map(([, entry]) => entry.pack))) {
    // A sweep removes those that are queued for it outside of its transactions.
    const isObsolete = await tx.get("select 1 from pack_to_sweep where pack = ? and task = 'remove'", pack);
    there.set(pack, !isObsolete && (await tx.blobs.packs.find(pack)) !== undefined);
  }
  await tx.runAll(
    "insert into packed_blob (blob_id, pack, start, size) values (?, ?, ?, ?) on conflict do nothing",
    entries.filter(([, { pack }]) => there.get(pack)).map(([id, { pack, start, size }]) => [id, pack, start, size]),
  );
  for (const [pack, isThere] of there) if (isThere) await markWasteful(tx, pack, entries);
  return new Set(entries.filter(([, { pack }]) => !there.get(pack)).map(([id]) => id));
}

/** A pack that repeats blobs of other packs is rewritten without them, so that deleting such a blob removes its bytes. */
async function markWasteful(
  tx: Transactor,
  pack: number,
  entries: readonly (readonly [Id, PackEntry])[],
): Promise<void> {
  const row = await tx.get<{ n: number }>("select count(*) as n from packed_blob where pack = ?", pack);
  if (row!.n >= entries.filter(([, entry]) => entry.pack === pack).length) return;
  await tx.run(
    "insert into pack_to_sweep (pack, task) values (?, ?) on conflict (pack) do update set task = excluded.task",
    pack,
    row!.n === 0 ? "remove" : "rewrite",
  );
}
