/** The context of all work on one account's mirror. Its tasks run one after the other, so that nothing needs a lock. */
import type { Id } from "@pismo/jmap";
import type { Ingest } from "../../../ingest/ingest.ts";
import type { Logger } from "../../../log.ts";
import type { Store } from "../../../store/db/store.ts";
import type { UnreadableMessages } from "../pull/unreadable-messages.ts";
import type { Session } from "../connection/connection.ts";

export interface Mirror {
  accountId: Id;
  store: Store;
  ingest: Ingest;
  log: Logger;
  session: Session;
  unreadable: UnreadableMessages;
  /** Fingerprints of what has arrived since the last sync pass began. */
  arrived: Set<string>;
  /** Schedules a sync pass: the server's state differs from what is stored. */
  requestPass(): void;
}
