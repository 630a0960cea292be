/** What a backup is made of: a data directory (folder-source.ts), or a database that several processes share (shared-source.ts). */
import type { BlobStore } from "../blobs/blobs.ts";
import type { Release } from "../db/lock.ts";

export interface BackupSource {
  /** About as many octets as the copy of the database will have. @throws StoreError unreadable: there is none */
  databaseBytes(): Promise<number>;
  /** While it is held no blob is swept; undefined while another process sweeps, or makes a backup. */
  trySweepLock(): Promise<Release | undefined>;
  /** Writes a snapshot as a database of SQLite, of this program's version. @throws StoreError */
  copyDatabase(file: string): Promise<void>;
  /** Blobs that are here; a mail server is not asked. */
  withBlobs<T>(work: (blobs: Pick<BlobStore, "get">) => Promise<T>): Promise<T>;
}
