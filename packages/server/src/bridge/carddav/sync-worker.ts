/** Keeps contacts the same as their servers have them: now and then, and soon after a change here. One process of a database does it. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Id } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import { listDemands, type ServerDemand } from "../../store/carddav/servers.ts";
import type { Vault } from "../../store/auth/vault.ts";
import type { CommitWait } from "../../store/db/commit-wait.ts";
import { startLockedJob } from "../../store/db/locked-job.ts";
import type { Store } from "../../store/db/store.ts";
import type { DavRules } from "./dav-client.ts";
import { syncAccount } from "./sync.ts";

export interface ContactSyncParts {
  store: Store;
  vault: Vault;
  log: Logger;
  rules: DavRules;
  /** Between two comparisons, in milliseconds. */
  periodMs?: number;
}

const PERIOD_MS = 5 * 60_000;
const FIRST_PAUSE_MS = 5000;
/** A refused password is tried again then: the server may have been at fault. */
const LONGEST_PAUSE_MS = 30 * 60_000;
const MAX_AT_ONCE = 4;
const RETRY_MS = 2000;
/** Commits that come close together are looked at together. */
const PAUSE_MS = 200;

/** What is known of an account's last comparison, by a clock that is never set. */
interface Turn {
  revision: number;
  lookedAt: number;
  nextAtMs: number;
  pauseMs: number;
}

class ContactSync {
  readonly #parts: ContactSyncParts;
  readonly #signal: AbortSignal;
  readonly #commits: CommitWait;
  readonly #turns = new Map<Id, Turn>();
  readonly #demands = new Map<Id, ServerDemand>();
  /** Accounts that have changed since their demands were read. */
  readonly #changed = new Set<Id>();
  #allReadAtMs = -Infinity;

  constructor(parts: ContactSyncParts, signal: AbortSignal, commits: CommitWait) {
    this.#parts = parts;
    this.#signal = signal;
    this.#commits = commits;
  }

  async run(): Promise<void> {
    const stop = this.#parts.store.onCommit((accountIds) => accountIds.forEach((id) => this.#changed.add(id)));
    try {
      while (!this.#signal.aborted) await this.#turn();
    } finally {
      stop();
    }
  }

  async #turn(): Promise<void> {
    this.#commits.forget();
    await this.#readDemands();
    const demands = [...this.#demands.values()];
    const due = demands.filter((demand) => this.#isDue(demand));
    for (let at = 0; at < due.length; at += MAX_AT_ONCE)
      await Promise.all(due.slice(at, at + MAX_AT_ONCE).map((demand) => this.#sync(demand)));
    if (due.length > 0) return;
    await this.#commits.next(this.#pauseMs(demands));
    await sleep(PAUSE_MS, undefined, { signal: this.#signal }).catch(() => undefined);
  }

  /** Of those accounts alone that have changed: others commit all the time. */
  async #readDemands(): Promise<void> {
    const isAll = performance.now() >= this.#allReadAtMs + PERIOD_MS;
    const changed = isAll ? undefined : [...this.#changed];
    this.#changed.clear();
    if (changed?.length === 0) return;
    const demands = await this.#parts.store.readOnce((reader) => listDemands(reader, changed));
    if (isAll) {
      this.#demands.clear();
      this.#allReadAtMs = performance.now();
    }
    for (const id of changed ?? []) this.#demands.delete(id);
    for (const demand of demands) this.#demands.set(demand.accountId, demand);
  }

  #isDue({ accountId, revision, lookedAt, hasChanges }: ServerDemand): boolean {
    const turn = this.#turns.get(accountId);
    if (!turn || turn.revision !== revision || turn.lookedAt !== lookedAt) return true;
    // A server that is away is not asked again for each change.
    return turn.nextAtMs <= performance.now() || (hasChanges && turn.pauseMs === 0);
  }

  #pauseMs(demands: readonly ServerDemand[]): number {
    const now = performance.now();
    const next = demands.map(({ accountId }) => this.#turns.get(accountId)?.nextAtMs ?? now);
    return Math.max(Math.min(...next, now + PERIOD_MS) - now, 20);
  }

  async #sync({ accountId, revision, lookedAt }: ServerDemand): Promise<void> {
    const { store, vault, log, rules, periodMs = PERIOD_MS } = this.#parts;
    if (this.#signal.aborted) return;
    const before = this.#turns.get(accountId)?.pauseMs ?? 0;
    let pauseMs = 0;
    try {
      const problem = await syncAccount({ store, vault, rules, signal: this.#signal }, accountId);
      if (problem) {
        pauseMs = problem.kind === "wrongPassword" ? LONGEST_PAUSE_MS : nextPause(before);
        log.info("The contacts of an account cannot be synced", { accountId, kind: problem.kind });
      }
    } catch (error) {
      if (this.#signal.aborted) return;
      pauseMs = nextPause(before);
      log.error("The contacts of an account could not be synced", { accountId, error });
    }
    const nextAtMs = performance.now() + (pauseMs || periodMs);
    this.#turns.set(accountId, { revision, lookedAt, nextAtMs, pauseMs });
  }
}

const nextPause = (beforeMs: number): number => Math.min(Math.max(beforeMs * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);

/** @returns the function that ends it */
export const startContactSync = (parts: ContactSyncParts): (() => Promise<void>) =>
  startLockedJob({
    store: parts.store,
    log: parts.log,
    lock: "contacts",
    failure: "Contacts could not be synced",
    retryMs: RETRY_MS,
    lockedMs: RETRY_MS,
    work: (signal, commits) => new ContactSync(parts, signal, commits).run(),
  });
