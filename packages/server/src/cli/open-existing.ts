/** The store of a command that needs a mailbox: one that makes none where a directory is mistyped. */
import type { Logger } from "../log.ts";
import type { Config } from "../config.ts";
import { assertDatabase } from "../store/backup/folder-source.ts";
import { openStore, type Store } from "../store/db/store.ts";
import { assertDatabaseOrNothing } from "../store/sqlite/lost-database.ts";

/** @throws StoreError also unreadable: there is no database */
export async function openExisting(config: Config, log: Logger): Promise<Store> {
  if (config.databaseUrl === undefined) {
    await assertDatabaseOrNothing(config.dataDir);
    await assertDatabase(config.dataDir);
  }
  return openStore(config, log);
}
