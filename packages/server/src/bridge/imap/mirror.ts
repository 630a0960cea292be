/** What everything that works on one account's mirror gets. One thing is done at a time: there is nothing to lock. */
import type { Id } from "@pismo/jmap";
import type { Ingest } from "../../ingest/ingest.ts";
import type { Logger } from "../../log.ts";
import type { Store } from "../../store/store.ts";
import type { Session } from "./session.ts";

export interface Mirror {
  accountId: Id;
  store: Store;
  ingest: Ingest;
  log: Logger;
  session: Session;
  /** The server is not as we thought: it is looked at again soon. */
  wantRound(): void;
}
