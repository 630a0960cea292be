import type { Id } from "@pismo/jmap";
import type { BlobStore } from "../blobs/blobs.ts";
import type { Role } from "../../roles.ts";
import type { Membership } from "../cluster/membership.ts";
import type { LongQueries } from "../query/long/long-queries.ts";
import type { Engine } from "./engine.ts";
import type { LockName, Release } from "./lock.ts";

/** What opening a database gives. */
export interface OpenedDatabase {
  engine: Engine;
  blobs: BlobStore;
  longQueries: LongQueries;
  /** undefined while another process holds it. */
  tryLock(name: LockName): Promise<Release | undefined>;
  /** Waits until no other process holds it. */
  lockAccount(accountId: Id): Promise<Release>;
  /** Makes this process known as a server. */
  join(roles: readonly Role[]): Promise<Membership>;
  /** After the engine is closed. */
  close(): Promise<void>;
}
