/** Fetches messages that are still on an account's server where its mirror does not run: in a command, or another process. */
import type { Id } from "@pismo/jmap";
import type { Ingest } from "../../../ingest/ingest.ts";
import type { Logger } from "../../../log.ts";
import type { HydrateEmail, Store } from "../../../store/db/store.ts";
import type { SessionOptions } from "../connection/connection.ts";
import { knownServer } from "../connection/known-server.ts";
import { UnreadableMessages } from "../pull/unreadable-messages.ts";
import type { SyncOptions } from "../sync/sync-options.ts";
import { startBodyConnection } from "./body-connection.ts";
import { Hydration } from "./hydration.ts";

export interface HydrationOptions extends Pick<SyncOptions, "vault" | "tokens"> {
  store: Store;
  ingest: Ingest;
  log: Logger;
  tls?: SessionOptions["tls"];
}

interface OnDemand {
  hydrate: HydrateEmail;
  close(): Promise<void>;
}

/** After its last request the connection of an account is closed, and its settings are read again with the next. */
const IDLE_MS = 5 * 60_000;

/** Does nothing for a local account. Returns the function that stops it. */
export async function hydrateOnDemand(accountId: Id, options: HydrationOptions): Promise<() => Promise<void>> {
  const onDemand = await openOnDemand(accountId, options);
  if (!onDemand) return () => Promise.resolve();
  const stopServing = options.store.serveMessages(accountId, onDemand.hydrate);
  return async () => {
    stopServing();
    await onDemand.close();
  };
}

/** For every account that has no mirror here. Returns the function that stops it. */
export function hydrateOthersOnDemand(options: HydrationOptions): () => Promise<void> {
  const opened = new Map<Id, { connection: Promise<OnDemand | undefined>; timer: NodeJS.Timeout | undefined }>();
  const close = async (accountId: Id): Promise<void> => {
    const entry = opened.get(accountId);
    opened.delete(accountId);
    clearTimeout(entry?.timer);
    await (await entry?.connection.catch(() => undefined))?.close();
  };
  const stopServing = options.store.serveMessages(null, async (emailId, accountId) => {
    const entry = opened.get(accountId) ?? { connection: openOnDemand(accountId, options), timer: undefined };
    opened.set(accountId, entry);
    clearTimeout(entry.timer);
    try {
      const onDemand = await entry.connection;
      if (!onDemand) throw new Error("nobody is connected to its server");
      await onDemand.hydrate(emailId, accountId);
      if (opened.get(accountId) === entry) entry.timer = setTimeout(() => void close(accountId), IDLE_MS).unref();
    } catch (error) {
      // The next request may find other settings.
      if (opened.get(accountId) === entry) await close(accountId);
      throw error;
    }
  });
  return async () => {
    stopServing();
    await Promise.all([...opened.keys()].map(close));
  };
}

/** undefined: the account has no server. */
async function openOnDemand(accountId: Id, options: HydrationOptions): Promise<OnDemand | undefined> {
  const { store, ingest, log, tls } = options;
  const server = await knownServer(accountId, options);
  if (!server) return undefined;
  const hydration = new Hydration(() => connection.notify());
  const connection = startBodyConnection({
    server,
    mirror: {
      accountId,
      store,
      ingest,
      log,
      unreadable: new UnreadableMessages(),
      arrived: new Set(),
      requestPass: () => {},
    },
    hydration,
    log,
    ...(tls && { tls }),
    mayHydrateAll: () => false,
    onChange: () => connection.isUnavailable && hydration.rejectAll("its server cannot be reached"),
  });
  return {
    hydrate: (emailId) =>
      connection.isUnavailable ? Promise.reject(new Error("its server cannot be reached")) : hydration.hydrate(emailId),
    close: () => connection.close(),
  };
}
