/** Fetches messages that are still on an account's server while a command reads them. */
import type { Id } from "@pismo/jmap";
import { Hydration } from "../../bridge/imap/bodies/hydration.ts";
import { startBodyConnection } from "../../bridge/imap/bodies/body-connection.ts";
import { UnreadableMessages } from "../../bridge/imap/pull/unreadable-messages.ts";
import type { Ingest } from "../../ingest/ingest.ts";
import type { Logger } from "../../log.ts";
import { getImapServer } from "../../store/mirror/imap-accounts.ts";
import type { Store } from "../../store/db/store.ts";
import type { Vault } from "../../store/auth/vault.ts";

export interface HydrationOptions {
  store: Store;
  ingest: Ingest;
  vault: Vault;
  log: Logger;
}

/** Does nothing for a local account. Returns the function that stops it. */
export async function hydrateOnDemand(accountId: Id, options: HydrationOptions): Promise<() => Promise<void>> {
  const { store, ingest, vault, log } = options;
  const server = await store.read((reader) => getImapServer(reader, accountId, vault));
  if (!server) return () => Promise.resolve();
  const hydration = new Hydration(() => connection.notify());
  const connection = startBodyConnection({
    server,
    mirror: { accountId, store, ingest, log, unreadable: new UnreadableMessages(), requestPass: () => {} },
    hydration,
    log,
    mayHydrateAll: () => false,
    onChange: () => connection.isUnavailable && hydration.rejectAll("its server cannot be reached"),
  });
  const stopServing = store.serveMessages(accountId, (emailId) =>
    connection.isUnavailable ? Promise.reject(new Error("its server cannot be reached")) : hydration.hydrate(emailId),
  );
  return async () => {
    stopServing();
    await connection.close();
  };
}
