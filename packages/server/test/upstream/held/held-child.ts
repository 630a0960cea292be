/** A process of its own that sends what is held for other JMAP servers and looks for answers there, to be killed. */
import { createLogger } from "../../../src/log.ts";
import { openVault } from "../../../src/store/auth/vault.ts";
import { openStore } from "../../../src/store/db/store.ts";
import { startReminding } from "../../../src/snooze/remind-worker.ts";
import { accountPeople } from "../../../src/upstream/held/held-people.ts";
import { startHeldQueue } from "../../../src/upstream/held/held-worker.ts";
import { createRemoteAccounts } from "../../../src/upstream/remote-accounts.ts";

const [, , dataDir = ""] = process.argv;
const log = createLogger("error");
const store = await openStore({ dataDir }, log);
const vault = await openVault(dataDir);
const remote = createRemoteAccounts({ store, vault, log, domain: "pismo.localhost" });
startHeldQueue({ store, log, remote, people: accountPeople, checkAfterMs: 500 });
startReminding({ store, log, remote });
// What waits for its time keeps no process alive: a server has its port open.
setInterval(() => undefined, 60_000);
