/** For a command that reads whole letters: those that are still on an account's server are brought while it runs. */
import type { Id } from "@pismo/jmap";
import { Bodies } from "../../bridge/imap/bodies.ts";
import { startBodyLine } from "../../bridge/imap/body-line.ts";
import type { Ingest } from "../../ingest/ingest.ts";
import type { Logger } from "../../log.ts";
import { getImapServer } from "../../store/imap-accounts.ts";
import type { Store } from "../../store/store.ts";
import type { Vault } from "../../store/vault.ts";

export interface BringingOptions {
  store: Store;
  ingest: Ingest;
  vault: Vault;
  log: Logger;
}

/** Does nothing for a local mailbox. Returns the way to end it. */
export async function bringMessages(accountId: Id, options: BringingOptions): Promise<() => Promise<void>> {
  const { store, ingest, vault, log } = options;
  const server = await store.read((reader) => getImapServer(reader, accountId, vault));
  if (!server) return () => Promise.resolve();
  const bodies = new Bodies(() => line.ring());
  const line = startBodyLine({
    server,
    mirror: { accountId, store, ingest, log, wantRound: () => {} },
    bodies,
    log,
    mayGoAhead: () => false,
    onChange: () => line.isUnavailable && bodies.refuseAll("its server cannot be reached"),
  });
  const stopServing = store.serveMessages(accountId, (emailId) =>
    line.isUnavailable ? Promise.reject(new Error("its server cannot be reached")) : bodies.bring(emailId),
  );
  return async () => {
    stopServing();
    await line.close();
  };
}
