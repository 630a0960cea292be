/** Opens the SQLite database of a data directory. */
import { join } from "node:path";
import type { Logger } from "../../log.ts";
import { openBlobs } from "../blobs/blobs.ts";
import { databaseFile, tryLock } from "../db/data-dir.ts";
import { startLongQueries } from "../query/long/long-queries.ts";
import type { OpenedDatabase } from "../db/opened-database.ts";
import { Connection } from "./connection.ts";
import { SqliteEngine } from "./engine.ts";
import { assertDatabaseOrNothing, assertNotLost } from "./lost-database.ts";
import { joinAlone } from "./membership.ts";
import { migrate } from "./migrate.ts";
import { packIndex } from "./pack-index.ts";

export interface SqliteOptions {
  dataDir: string;
  /** false only in tests, where a crash may lose everything. */
  durable: boolean;
  /** A lost database is created: the caller makes Emails of the messages again. */
  mayBeLost: boolean;
}

/** @throws StoreError newerVersion, corrupt, unreadable, diskFull, busy, databaseMissing */
export async function openSqlite({ dataDir, durable, mayBeLost }: SqliteOptions, log: Logger): Promise<OpenedDatabase> {
  if (!mayBeLost) await assertDatabaseOrNothing(dataDir);
  const connect = (readOnly: boolean) => new Connection({ file: databaseFile(dataDir), readOnly, durable });
  const writer = connect(false);
  try {
    migrate(writer);
    if (!mayBeLost) await assertNotLost(dataDir, writer);
    writer.failWhenBusy();
    const packs = packIndex(() => connect(true));
    const engine = new SqliteEngine(writer, () => connect(true), log);
    return {
      blobs: await openBlobs(join(dataDir, "blobs"), durable, packs),
      engine,
      longQueries: startLongQueries({ dataDir, durable }),
      tryLock: async (name) => tryLock(dataDir, name),
      // A data directory has one server, and within it the main thread alone asks for it.
      lockAccount: async () => () => {},
      join: (roles) => joinAlone(engine, roles),
      close: async () => packs.close(),
    };
  } catch (error) {
    writer.close();
    throw error;
  }
}
