/** The mirrors of all accounts that have a server; any process may add or remove accounts while they run. */
import type { Id } from "@pismo/jmap";
import { requestedSyncPasses } from "../../../store/mirror/imap-accounts.ts";
import { type AccountSync, startAccountSync } from "./account-sync.ts";
import type { Depth } from "../pull/sync-pass.ts";
import { type ServerSearches, startServerSearches } from "../bodies/server-search.ts";
import type { SyncOptions } from "./sync-options.ts";

export interface Mirrors {
  /** Runs a sync pass of an account now. */
  requestPass(accountId: Id, depth?: Depth): void;
  close(): Promise<void>;
}

/** Keeps all accounts that have a server in sync until it is closed. */
export function startMirrors(options: SyncOptions): Mirrors {
  const { store, log } = options;
  const running = new Map<Id, { sync: AccountSync; searches: ServerSearches }>();
  const start = (accountId: Id) => ({
    sync: startAccountSync(accountId, options),
    searches: startServerSearches(accountId, options),
  });
  const end = async (accountId: Id): Promise<void> => {
    const account = running.get(accountId);
    running.delete(accountId);
    await Promise.all([account?.sync.close(), account?.searches.close()]);
  };
  let requested: ReadonlyMap<Id, number> = new Map();
  let isClosed = false;
  let last: Promise<void> = Promise.resolve();
  const refresh = async (): Promise<void> => {
    if (isClosed) return;
    const before = requested;
    requested = await store.read(requestedSyncPasses);
    for (const [accountId, at] of requested) {
      const account = running.get(accountId);
      if (!account) running.set(accountId, start(accountId));
      else if (at !== before.get(accountId)) account.sync.requestPass();
    }
    for (const accountId of running.keys()) if (!requested.has(accountId)) await end(accountId);
  };
  let isScheduled = false;
  const schedule = (): void => {
    if (isScheduled || isClosed) return;
    isScheduled = true;
    last = last.then(() => {
      isScheduled = false;
      return refresh().catch((error: unknown) => log.error("The accounts could not be read", { error }));
    });
  };
  const stopListening = store.onCommit(schedule);
  schedule();
  return {
    requestPass: (accountId, depth) => running.get(accountId)?.sync.requestPass(depth),
    async close() {
      isClosed = true;
      stopListening();
      await last;
      await Promise.all([...running.keys()].map(end));
    },
  };
}
