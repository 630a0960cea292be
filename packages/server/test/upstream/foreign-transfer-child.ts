/** A process of its own that moves Emails between the accounts of a data directory, one of another server, to be killed. */
import { createLogger } from "../../src/log.ts";
import { openVault } from "../../src/store/auth/vault.ts";
import { openStore } from "../../src/store/db/store.ts";
import { startForeignTransfers } from "../../src/transfers/foreign/foreign-transfer-worker.ts";
import { createRemoteAccounts } from "../../src/upstream/remote-accounts.ts";
import { createMimePool } from "../../src/worker/pool.ts";

const [, , dataDir = ""] = process.argv;
const log = createLogger("error");
const store = await openStore({ dataDir }, log);
const vault = await openVault(dataDir);
const remote = createRemoteAccounts({ store, vault, log, domain: "pismo.localhost" });
startForeignTransfers({ store, mime: createMimePool(1), log, remote });
