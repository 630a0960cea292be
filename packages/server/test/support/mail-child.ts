/**
 * A process of its own with a receiver and a sending queue on a data directory, to be killed.
 * Arguments: the data directory, and the URL of the relay or "". Writes the receiver's port on a line.
 */
import { startSmtpReceiver } from "../../src/bridge/smtp/receive.ts";
import { startSubmissionQueue } from "../../src/bridge/smtp/submission-queue.ts";
import { createIngest } from "../../src/ingest/ingest.ts";
import { createLogger } from "../../src/log.ts";
import { openStore } from "../../src/store/store.ts";
import { createMimePool } from "../../src/worker/pool.ts";

const [, , dataDir = "", relay = ""] = process.argv;
const log = createLogger("warn");
const store = await openStore({ dataDir }, log);
const ingest = createIngest({ store, mime: createMimePool(1) });
const domain = "pismo.localhost";
startSubmissionQueue({ config: { domain, smtpUrl: relay ? new URL(relay) : undefined }, store, ingest, log });
const { port } = await startSmtpReceiver({ config: { domain, smtpPort: 0, maxUploadSize: 1e6 }, store, ingest, log });
process.stdout.write(`${port}\n`);
