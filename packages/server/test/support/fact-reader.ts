/** The worker that reads facts, beside a server that a test runs. */
import { startFactReader } from "../../src/fact-reader/fact-reader.ts";
import { createLogger } from "../../src/log.ts";
import { createMimePool, type MimePool } from "../../src/worker/pool.ts";
import type { Jmap } from "./jmap.ts";

const pool = createMimePool(1);

/** It trusts what mx.example has found of senders. @param onRead called when a letter was read @returns ends it */
export function readFacts({ store }: Pick<Jmap, "store">, onRead = (): void => {}): () => Promise<void> {
  const readAndTell: MimePool["readFacts"] = async (...letter) => {
    const found = await pool.readFacts(...letter);
    onRead();
    return found;
  };
  const mime = Object.create(pool, { readFacts: { value: readAndTell } }) as MimePool;
  return startFactReader({ store, mime, log: createLogger("silent"), trustedServers: new Set(["mx.example"]) });
}
