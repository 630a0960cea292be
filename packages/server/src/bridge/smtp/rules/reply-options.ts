/** What the queue of rules' replies works with. */
import type { Id } from "@pismo/jmap";
import type { Ingest } from "../../../ingest/ingest.ts";
import type { Logger } from "../../../log.ts";
import type { Reader, Store } from "../../../store/db/store.ts";

export interface RuleReplyOptions {
  /** With the servers in front of this one whose checks of senders count. */
  config: { domain: string; maxUploadSize: number; trustedServers: readonly string[] };
  store: Store;
  ingest: Ingest;
  log: Logger;
  /** Whether a server sends what is from this address of the account. */
  maySend(reader: Reader, accountId: Id, address: string): Promise<boolean>;
  /** Whether it gets to these people: they are here, or a server takes it on. */
  reaches(reader: Reader, accountId: Id, address: string): Promise<boolean>;
  /** Until what could not be read is tried again. */
  pauseMs?: number;
}
