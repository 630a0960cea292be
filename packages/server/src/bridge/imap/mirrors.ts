/** All accounts with a server, each kept in step; accounts that are added or removed later too, by whatever process. */
import type { Id } from "@pismo/jmap";
import { looksAskedFor } from "../../store/imap-accounts.ts";
import { type AccountSync, startAccountSync } from "./account-sync.ts";
import type { Depth } from "./round.ts";
import { type ServerSearches, startServerSearches } from "./server-search.ts";
import type { SyncOptions } from "./sync-options.ts";

export interface Mirrors {
  /** Looks at an account's server now. */
  look(accountId: Id, depth?: Depth): void;
  close(): Promise<void>;
}

/** Keeps all accounts that have a server in step until it is closed. */
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
  let asked: ReadonlyMap<Id, number> = new Map();
  let isClosed = false;
  let last: Promise<void> = Promise.resolve();
  const refresh = async (): Promise<void> => {
    if (isClosed) return;
    const before = asked;
    asked = await store.read(looksAskedFor);
    for (const [accountId, at] of asked) {
      const account = running.get(accountId);
      if (!account) running.set(accountId, start(accountId));
      else if (at !== before.get(accountId)) account.sync.look();
    }
    for (const accountId of running.keys()) if (!asked.has(accountId)) await end(accountId);
  };
  let isPlanned = false;
  const plan = (): void => {
    if (isPlanned || isClosed) return;
    isPlanned = true;
    last = last.then(() => {
      isPlanned = false;
      return refresh().catch((error: unknown) => log.error("The accounts could not be read", { error }));
    });
  };
  const stopListening = store.onCommit(plan);
  plan();
  return {
    look: (accountId, depth) => running.get(accountId)?.sync.look(depth),
    async close() {
      isClosed = true;
      stopListening();
      await last;
      await Promise.all([...running.keys()].map(end));
    },
  };
}
