/** The worker that reads facts, beside a server that a test runs. */
import { startFactReader } from "../../src/fact-reader/fact-reader.ts";
import { createLogger } from "../../src/log.ts";
import { createMimePool } from "../../src/worker/pool.ts";
import type { Jmap } from "./jmap.ts";

const mime = createMimePool(1);

/** It trusts what mx.example has found of senders. @returns ends it */
export function readFacts({ store }: Pick<Jmap, "store">): () => Promise<void> {
  return startFactReader({ store, mime, log: createLogger("silent"), trustedServers: new Set(["mx.example"]) });
}
