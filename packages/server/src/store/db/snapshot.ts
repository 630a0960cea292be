import type { BlobStore } from "../blobs/blobs.ts";
import type { SqlConnection } from "./engine.ts";
import type { Reader } from "./reader.ts";
import { Transaction } from "./transaction.ts";

/** Gives `work` a Reader of the snapshot that `connection` has begun, which ends with it. */
export async function withReader<T>(
  connection: SqlConnection,
  blobs: BlobStore,
  work: (reader: Reader) => Promise<T>,
): Promise<T> {
  const reader = new Transaction(connection, blobs);
  try {
    return await work(reader);
  } finally {
    reader.end();
  }
}
