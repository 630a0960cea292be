/** Opens a database of PostgreSQL. */
import type { Logger } from "../../log.ts";
import type { PackEntry } from "../blobs/pack-entry.ts";
import type { OpenedDatabase } from "../db/opened-database.ts";
import { withReader } from "../db/snapshot.ts";
import { openPostgres as openEngine } from "./engine.ts";
import { postgresLongQueries } from "./long-queries.ts";

/** @throws StoreError newerVersion, unreadable, unreachable */
export async function openPostgres(url: string, log: Logger): Promise<OpenedDatabase> {
  const engine = await openEngine(url, log);
  return {
    engine,
    packs: {
      find: (blobId) =>
        engine.use(
          async (connection) =>
            (await connection.get("select pack, start, size from packed_blob where blob_id = ?", [blobId])) as
              | PackEntry
              | undefined,
        ),
      close() {},
    },
    longQueries: (blobs) =>
      postgresLongQueries((work) => engine.longSnapshot((connection) => withReader(connection, blobs, work))),
  };
}
