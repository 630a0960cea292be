/** All accounts with a server, each kept in step; accounts that are added or removed later too, by whatever process. */
import type { Id } from "@pismo/jmap";
import { looksAskedFor } from "../../store/imap-accounts.ts";
import { type AccountSync, startAccountSync, type SyncOptions } from "./account-sync.ts";
import type { Depth } from "./round.ts";

export interface Mirrors {
  /** Looks at an account's server now. */
  look(accountId: Id, depth?: Depth): void;
  close(): Promise<void>;
}

export function startMirrors(options: SyncOptions): Mirrors {
  const { store, log } = options;
  const running = new Map<Id, AccountSync>();
  let asked: ReadonlyMap<Id, number> = new Map();
  let isClosed = false;
  let last: Promise<void> = Promise.resolve();
  const refresh = async (): Promise<void> => {
    if (isClosed) return;
    const before = asked;
    asked = await store.read(looksAskedFor);
    for (const [accountId, at] of asked) {
      const sync = running.get(accountId);
      if (!sync) running.set(accountId, startAccountSync(accountId, options));
      else if (at !== before.get(accountId)) sync.look();
    }
    for (const [accountId, sync] of running) {
      if (asked.has(accountId)) continue;
      running.delete(accountId);
      await sync.close();
    }
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
    look: (accountId, depth) => running.get(accountId)?.look(depth),
    async close() {
      isClosed = true;
      stopListening();
      await last;
      await Promise.all([...running.values()].map((sync) => sync.close()));
    },
  };
}
