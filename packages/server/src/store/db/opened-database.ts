import type { BlobStore } from "../blobs/blobs.ts";
import type { LongQueries } from "../query/long-queries.ts";
import type { Engine } from "./engine.ts";
import type { LockName, Release } from "./lock.ts";

/** What opening a database gives. */
export interface OpenedDatabase {
  engine: Engine;
  blobs: BlobStore;
  longQueries: LongQueries;
  /** undefined while another process holds it. */
  tryLock(name: LockName): Promise<Release | undefined>;
  /** After the engine is closed. */
  close(): Promise<void>;
}
