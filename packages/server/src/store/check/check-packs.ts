/** Packs that the database knows and that are not there. */
import type { Store } from "../db/store.ts";
import { breathe } from "../db/reader.ts";

/** Their numbers. */
export async function findLostPacks(store: Store): Promise<number[]> {
  const rows = await store.read((reader) => reader.all<{ pack: number }>("select distinct pack from packed_blob"));
  const lost: number[] = [];
  for (const { pack } of rows) {
    if ((await store.blobs.packs.find(pack)) === undefined) lost.push(pack);
    await breathe();
  }
  return lost;
}

/** Their entries would hide the same blobs in a pack that is written later, as when the messages are imported again. */
export async function forgetPacks(store: Store, lost: readonly number[]): Promise<void> {
  if (lost.length === 0) return;
  await store.write((tx) =>
    tx.runAll(
      "delete from packed_blob where pack = ?",
      lost.map((pack) => [pack]),
    ),
  );
}
