/** Blobs of removed accounts are erased at once, where nothing else refers to them. */
import type { Id } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import type { Store } from "../db/store.ts";
import { isReferenced } from "../blobs/blob-references.ts";
import { type Removal, removeBlobs } from "./remove-blobs.ts";
import { type PackRemoval, removeObsoletePacks, sweepPack } from "./sweep-packs.ts";

/** Blobs marked in one transaction. */
const SLICE = 50;

/** To be called in the transaction that deletes what refers to them. */
export async function noteErased(tx: Transactor, blobIds: readonly Id[]): Promise<void> {
  await tx.run(
    `insert into erased_blob (blob_id, noted_at) select distinct value, cast(?2 as bigint) from text_rows(?1) named where true
     on conflict (blob_id) do update set noted_at = excluded.noted_at`,
    JSON.stringify(blobIds),
    Date.now(),
  );
}

/** Erases what was noted, also by processes that ended. The caller holds the lock of the sweep. */
export async function eraseBlobs(store: Store, log: Logger): Promise<void> {
  for (let after: Id = ""; ;) {
    const slice = await store.read((reader) => notedAfter(reader, after));
    const last = slice.at(-1);
    if (last === undefined) break;
    after = last.blobId;
    await removeBlobs(
      store,
      slice.map(({ blobId, notedAt }) => ({ blobId, before: new Date(notedAt) })),
      noteErasure,
    );
  }
  await removeObsoletePacks(store);
  const packs = await store.read((reader) =>
    reader.all<{ pack: number }>(
      "select distinct p.pack from erased_blob b join packed_blob p on p.blob_id = b.blob_id order by p.pack",
    ),
  );
  for (const { pack } of packs) {
    try {
      await sweepPack(store, pack, ofErased);
    } catch (error) {
      // The other packs are rewritten all the same, and this one with the next sweep.
      log.error("A pack could not be rewritten", { pack: pack.toString(16), error });
    }
  }
}

/** Whether all that was noted is gone. */
export async function isErased(reader: Reader): Promise<boolean> {
  return (await reader.get("select 1 from erased_blob")) === undefined;
}

interface Noted {
  blobId: Id;
  notedAt: number;
}

const notedAfter = (reader: Reader, after: Id): Promise<Noted[]> =>
  reader.all<Noted>(
    `select blob_id as "blobId", noted_at as "notedAt" from erased_blob where blob_id > ? order by blob_id limit ?`,
    after,
    SLICE,
  );

async function noteErasure(tx: Transactor, outcomes: ReadonlyMap<Id, Removal>): Promise<void> {
  for (const [blobId, outcome] of outcomes) {
    // Put again since: its Email may still be inserted, and the sweep takes it after its days.
    const isAnothers = outcome === "recent" || (await tx.get(`select 1 where ${isReferenced("?1")}`, blobId));
    const isPacked = !isAnothers && (await tx.get("select 1 from packed_blob where blob_id = ?", blobId));
    if (isPacked) continue;
    if (!isAnothers) await tx.run("delete from freed_blob where blob_id = ?", blobId);
    await tx.run("delete from erased_blob where blob_id = ?", blobId);
  }
}

/** Of a pack, the rest stays: that of others, also what they have freed only now. */
const ofErased: PackRemoval = {
  isKept: `(${isReferenced("p.blob_id")} or not exists (select 1 from erased_blob b where b.blob_id = p.blob_id))`,
  params: [],
  isWasteful: false,
  async forget(tx, pack) {
    const erased = `(select p.blob_id from packed_blob p join erased_blob b on b.blob_id = p.blob_id where p.pack = ?)`;
    await tx.run(`delete from freed_blob where blob_id in ${erased}`, pack);
    await tx.run(`delete from erased_blob where blob_id in ${erased}`, pack);
  },
};
