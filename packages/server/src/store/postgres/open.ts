/** Opens a database of PostgreSQL. */
import type { Logger } from "../../log.ts";
import { ObjectBlobs } from "../blobs/object-blobs.ts";
import type { ObjectStore } from "../blobs/object-store.ts";
import type { PackEntry } from "../blobs/pack-entry.ts";
import type { PackIndex } from "../blobs/packed-blobs.ts";
import type { OpenedDatabase } from "../db/opened-database.ts";
import { accountKey } from "../db/ids.ts";
import { withReader } from "../db/snapshot.ts";
import { PostgresObjects } from "./blob-objects.ts";
import { type DatabaseUrls, openPostgres as openEngine } from "./engine.ts";
import { ADVISORY_LOCKS } from "./locks.ts";
import { joinProcesses } from "./membership.ts";
import { postgresLongQueries } from "./long-queries.ts";

/**
 * @param objects where blobs lie; left out: in the database
 * @throws StoreError newerVersion, unreadable, unreachable
 */
export async function openPostgres(urls: DatabaseUrls, log: Logger, objects?: ObjectStore): Promise<OpenedDatabase> {
  const engine = await openEngine(urls, log);
  const packs: PackIndex = {
    find: (blobId) =>
      engine.use(
        async (connection) =>
          (await connection.get("select pack, start, size from packed_blob where blob_id = ?", [blobId])) as
            | PackEntry
            | undefined,
      ),
    close() {},
  };
  const blobs = new ObjectBlobs(objects ?? new PostgresObjects(engine), packs);
  return {
    engine,
    blobs,
    longQueries: postgresLongQueries((work, onStart) =>
      engine.longSnapshot((connection) => withReader(connection, blobs, work), onStart),
    ),
    tryLock: async (name) => {
      // Any number of servers may run on one database.
      if (name === "serve") return () => {};
      return engine.tryLock(ADVISORY_LOCKS[name]);
    },
    lockAccount: (accountId) => engine.lockAccount(accountKey(accountId)),
    join: (roles) => joinProcesses(urls.listenUrl, roles, log),
    async close() {},
  };
}
