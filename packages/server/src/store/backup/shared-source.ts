/** Backs up a database of PostgreSQL, with its blobs wherever they lie. */
import type { Store } from "../db/store.ts";
import { copyFromPostgres } from "../convert/from-postgres.ts";
import type { BackupSource } from "./source.ts";

export const sharedSource = (store: Store): BackupSource => ({
  async databaseBytes() {
    const sql = `select sum(pg_total_relation_size(oid)) as size from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname not like 'blob_object%'`;
    return (await store.read((reader) => reader.get<{ size: number }>(sql)))!.size;
  },
  trySweepLock: () => store.tryLock("sweep"),
  copyDatabase: (file) => store.read((reader) => copyFromPostgres(reader, file)),
  // A snapshot of its own for each: one that lasts as long as a backup keeps a database from cleaning up.
  withBlobs: (work) => work({ get: (blobId) => store.blobs.get(blobId) }),
});
