/** A worker thread that searches all files and packs for blobs that the database does not refer to. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { Id } from "@pismo/jmap";
import { blobIdPattern } from "../blobs/blobs.ts";
import { databaseFile } from "../db/data-dir.ts";
import { packFolder } from "../blobs/file-packs.ts";
import { packOfName } from "../blobs/pack-store.ts";
import { Connection } from "../sqlite/connection.ts";
import { isReferenced } from "../blobs/blob-references.ts";

export interface StraySearch {
  dataDir: string;
  /** Blobs put from then on … */
  since: Date;
  /** … until then. */
  before: Date;
}

export interface Strays {
  /** Blobs that are files, and packs, of every account. */
  total: number;
  blobIds: Id[];
  packs: number[];
  /** Blobs in the table of packs that nothing refers to. */
  unusedInPacks: Id[];
}

const { dataDir, since, before } = workerData as StraySearch;
const root = join(dataDir, "blobs");
const connection = new Connection({ file: databaseFile(dataDir), readOnly: true, durable: true });
const strays: Strays = { total: 0, blobIds: [], packs: [], unusedInPacks: [] };

const isOfThen = (path: string): boolean => {
  const mtime = statSync(path, { throwIfNoEntry: false })?.mtime;
  return mtime !== undefined && mtime >= since && mtime < before;
};

const isNamed = (blobId: Id): boolean =>
  connection.get(`select 1 where ${isReferenced("?1")} or exists (select 1 from freed_blob where blob_id = ?1)`, [
    blobId,
  ]) !== undefined;

for (let byte = 0; byte < 256; byte++) {
  const folder = join(root, byte.toString(16).padStart(2, "0"));
  for (const blobId of readdirSync(folder)) {
    if (!blobIdPattern.test(blobId)) continue;
    strays.total++;
    if (isOfThen(join(folder, blobId)) && !isNamed(blobId)) strays.blobIds.push(blobId);
  }
}
for (const name of readdirSync(packFolder(root))) {
  const pack = packOfName(name);
  if (pack === undefined) continue;
  strays.total++;
  const isKnown = connection.get("select 1 from packed_blob where pack = ?", [pack]);
  if (!isKnown && isOfThen(join(packFolder(root), name))) strays.packs.push(pack);
}
strays.unusedInPacks = connection
  .all<{ blob_id: Id }>(
    `select blob_id from packed_blob p where not ${isReferenced("p.blob_id")}
       and not exists (select 1 from freed_blob f where f.blob_id = p.blob_id)`,
  )
  .map(({ blob_id }) => blob_id);
connection.close();
parentPort?.postMessage(strays, []);
