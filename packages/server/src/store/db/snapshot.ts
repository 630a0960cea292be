import type { BlobStore } from "../blobs/blobs.ts";
import type { Reader } from "./reader.ts";
import type { Connection } from "../sqlite/connection.ts";
import { Transaction } from "./transaction.ts";

/** Everything that `work` reads is from one snapshot, taken at the call. */
export async function readSnapshot<T>(
  connection: Connection,
  blobs: BlobStore,
  work: (reader: Reader) => Promise<T>,
): Promise<T> {
  const snapshot = new Transaction(connection, blobs);
  connection.exec("begin");
  try {
    // SQLite takes the snapshot at the first read, not at "begin".
    connection.get("select 1 from account");
    return await work(snapshot);
  } finally {
    snapshot.end();
    connection.exec("rollback");
  }
}
