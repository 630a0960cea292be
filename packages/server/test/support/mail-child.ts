/**
 * A process with a receiver and a delivery queue on a data directory, to be killed.
 * Arguments: the data directory, the URL of the relay or "", and at which of its transactions it dies: "3 before",
 * "3 after"; it never does without. Writes the receiver's port on a line.
 */
import { startSmtpReceiver } from "../../src/bridge/smtp/receive/receive.ts";
import { startSubmissionQueue } from "../../src/bridge/smtp/send/submission-queue.ts";
import { createIngest } from "../../src/ingest/ingest.ts";
import { createLogger } from "../../src/log.ts";
import { openStore } from "../../src/store/db/store.ts";
import { createMimePool } from "../../src/worker/pool.ts";

const [, , dataDir = "", relay = "", end = ""] = process.argv;
const log = createLogger("warn");
const store = await openStore({ dataDir }, log);
const [last = "", when] = end.split(" ");
const write = store.write.bind(store);
let writes = 0;
const die = (): void => void process.kill(process.pid, "SIGKILL");
store.write = async (work) => {
  const isLast = ++writes === Number(last);
  if (isLast && when === "before") die();
  const result = await write(work);
  if (isLast) die();
  return result;
};
const ingest = createIngest({ store, mime: createMimePool(1) });
const domain = "pismo.localhost";
const config = { domain, smtpUrl: relay ? new URL(relay) : undefined };
startSubmissionQueue({ config, store, ingest, log, membership: await store.join(["jobs"]) });
const { port } = await startSmtpReceiver({ config: { domain, smtpPort: 0, maxUploadSize: 1e6 }, store, ingest, log });
process.stdout.write(`${port}\n`);
