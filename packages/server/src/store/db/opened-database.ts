import type { BlobStore } from "../blobs/blobs.ts";
import type { PackIndex } from "../blobs/packed-blobs.ts";
import type { LongQueries } from "../query/long-queries.ts";
import type { Engine } from "./engine.ts";

/** What opening a database gives. */
export interface OpenedDatabase {
  engine: Engine;
  packs: PackIndex;
  longQueries(blobs: BlobStore): LongQueries;
}
