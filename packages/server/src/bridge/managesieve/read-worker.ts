/**
 * Reads the scripts of all accounts from time to time: what another program has changed decides who answers people, and by
 * which rules a letter was sorted, while no client asks. One process of a database does it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../../log.ts";
import { startLockedJob } from "../../store/db/locked-job.ts";
import type { Store } from "../../store/db/store.ts";
import { accountsWithScripts } from "../../store/rules/manage-sieve.ts";
import type { SieveServers } from "./sieve-servers.ts";

export interface ScriptReadingParts {
  store: Store;
  log: Logger;
  servers: Pick<SieveServers, "look" | "close">;
  /** Between two rounds, in milliseconds. */
  periodMs?: number;
}

const PERIOD_MS = 10 * 60_000;
/** Sessions under way; each has a bound of its own. */
const AT_ONCE = 8;
const RETRY_MS = 2000;
const LOCKED_MS = 60_000;

/** @returns the function that ends it */
export function startReadingScripts(parts: ScriptReadingParts): () => Promise<void> {
  const { store, log, servers, periodMs = PERIOD_MS } = parts;

  async function round(signal: AbortSignal): Promise<void> {
    let after: string | null = null;
    while (!signal.aborted) {
      const accountIds: string[] = await store.readOnce((reader) => accountsWithScripts(reader, after, AT_ONCE));
      if (accountIds.length === 0) return;
      await Promise.all(accountIds.map((accountId) => servers.look(accountId)));
      after = accountIds.at(-1)!;
    }
  }

  const stop = startLockedJob({
    store,
    log,
    failure: "The rules on mail servers could not be read",
    retryMs: RETRY_MS,
    lockedMs: LOCKED_MS,
    async work(signal) {
      while (!signal.aborted) {
        await sleep(periodMs, undefined, { signal, ref: false }).catch(() => undefined);
        await round(signal);
      }
    },
  });
  return async () => {
    const stopped = stop();
    await servers.close();
    await stopped;
  };
}
