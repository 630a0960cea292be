/** A process of its own that mirrors all accounts of a data directory and moves Emails between them, to be killed. */
import { startAccountSync } from "../../src/bridge/imap/sync/account-sync.ts";
import { createIngest } from "../../src/ingest/ingest.ts";
import { createLogger } from "../../src/log.ts";
import { listAccounts } from "../../src/store/auth/accounts.ts";
import { openVault } from "../../src/store/auth/vault.ts";
import { openStore } from "../../src/store/db/store.ts";
import { startTransfers } from "../../src/transfers/transfer-worker.ts";
import { createMimePool } from "../../src/worker/pool.ts";

const [, , dataDir = ""] = process.argv;
const log = createLogger("error");
const store = await openStore({ dataDir }, log);
const vault = await openVault(dataDir);
const mime = createMimePool(1);
const ingest = createIngest({ store, mime });
for (const { id } of await store.read(listAccounts)) startAccountSync(id, { store, ingest, vault, log });
startTransfers({ store, mime, log });
