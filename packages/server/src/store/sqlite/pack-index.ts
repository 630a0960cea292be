/** The index of packs in SQLite, on a connection of its own. */
import type { PackEntry } from "../blobs/pack-entry.ts";
import type { PackIndex } from "../blobs/packed-blobs.ts";
import type { Connection } from "./connection.ts";

/** @param connect opens its own connection, at the first search */
export function packIndex(connect: () => Connection): PackIndex {
  let connection: Connection | undefined;
  return {
    find(blobId) {
      if (!connection) {
        connection = connect();
        connection.exec("pragma cache_size = -2000");
      }
      const sql = "select pack, start, size from packed_blob where blob_id = ?";
      return connection.get(sql, [blobId]) as PackEntry | undefined;
    },
    close() {
      connection?.close();
      connection = undefined;
    },
  };
}
