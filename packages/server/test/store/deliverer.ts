/** A process that delivers messages and reports each, until it is killed. */
import { createIngest } from "../../src/ingest/ingest.ts";
import { createLogger } from "../../src/log.ts";
import { openStore } from "../../src/store/db/store.ts";
import { createMimePool } from "../../src/worker/pool.ts";

const [dataDir = "", accountId = "", inbox = ""] = process.argv.slice(2);
const store = await openStore({ dataDir }, createLogger("error"));
const ingest = createIngest({ store, mime: createMimePool(1) });
await Promise.all(
  Array.from({ length: 4 }, async (_, worker) => {
    for (let n = 0; process.connected; n++) {
      const bytes = Buffer.from(`Subject: ${worker}-${n}\r\n\r\ndelivered ${"x ".repeat(n * 50)}\r\n`);
      const { blobId } = await ingest.deliver({ accountId, bytes, mailboxIds: [inbox] });
      process.send?.(blobId);
    }
  }),
);
