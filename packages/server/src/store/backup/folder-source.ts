/** Backs up a data directory. */
import { stat } from "node:fs/promises";
import { openBlobs } from "../blobs/blobs.ts";
import { databaseFile, trySweepLock } from "../db/data-dir.ts";
import { fileError, isMissingFile, StoreError } from "../db/errors.ts";
import { Connection } from "../sqlite/connection.ts";
import { migrate } from "../sqlite/migrate.ts";
import { packIndex } from "../sqlite/pack-index.ts";
import type { BackupSource } from "./source.ts";

export const folderSource = (dataDir: string): BackupSource => ({
  async databaseBytes() {
    await assertDatabase(dataDir);
    return (await stat(databaseFile(dataDir))).size;
  },
  trySweepLock: async () => trySweepLock(dataDir),
  async copyDatabase(file) {
    copySnapshot(dataDir, file);
    const copied = new Connection({ file, readOnly: false, durable: true });
    try {
      // One file, without a write-ahead log.
      copied.exec("pragma journal_mode = delete");
      // The database may be of an older version.
      migrate(copied);
      // A backup has no packs: it has one entry per blob.
      copied.exec("delete from packed_blob; delete from pack_to_sweep; delete from freed_blob");
    } finally {
      copied.close();
    }
  },
  async withBlobs(work) {
    const packs = packIndex(() => new Connection({ file: databaseFile(dataDir), readOnly: true, durable: true }));
    try {
      return await work(await openBlobs(`${dataDir}/blobs`, true, packs));
    } finally {
      packs.close();
    }
  },
});

/** @throws StoreError unreadable */
export async function assertDatabase(dataDir: string): Promise<void> {
  try {
    await stat(databaseFile(dataDir));
  } catch (error) {
    if (isMissingFile(error)) throw new StoreError("unreadable", `${dataDir} holds no mailbox of Pismo`);
    throw fileError(error, dataDir);
  }
}

function copySnapshot(dataDir: string, file: string): void {
  const source = new Connection({ file: databaseFile(dataDir), readOnly: false, durable: true });
  try {
    source.run("vacuum into ?", [file]);
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== "diskFull") throw error;
    throw new StoreError("diskFull", `The disk is full: ${file} could not be written`, { cause: error });
  } finally {
    source.close();
  }
}
