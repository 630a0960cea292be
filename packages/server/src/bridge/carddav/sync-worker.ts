/** Keeps contacts the same as their servers have them: now and then, and soon after a change here. One process of a database does it. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Id } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import { listDemands, type ServerDemand } from "../../store/carddav/servers.ts";
import type { Vault } from "../../store/auth/vault.ts";
import type { CommitWait } from "../../store/db/commit-wait.ts";
import { startLockedJob } from "../../store/db/locked-job.ts";
import type { Store } from "../../store/db/store.ts";
import { CardFailures } from "./card-failures.ts";
import type { ContactsGrants } from "../oauth/contacts-grants.ts";
import type { DavRules } from "./dav-client.ts";
import { needsPerson } from "./problems.ts";
import { syncAccount } from "./sync.ts";

export interface ContactSyncParts {
  store: Store;
  vault: Vault;
  log: Logger;
  rules: DavRules;
  grants: ContactsGrants;
  /** Between two comparisons, in milliseconds. */
  periodMs?: number;
  /** After so many milliseconds a sync gives up its place. */
  longMs?: number;
}

const PERIOD_MS = 5 * 60_000;
const FIRST_PAUSE_MS = 5000;
/** A refused password is tried again then: the server may have been at fault. */
const LONGEST_PAUSE_MS = 30 * 60_000;
/** A server that drips holds up only its own account: a sync that has run for so long gives up its place. */
const LONG_MS = 20_000;
const MAX_SHORT = 4;
/** With those that run long. */
const MAX_AT_ONCE = 32;
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
  readonly #failures = new Map<Id, CardFailures>();
  readonly #demands = new Map<Id, ServerDemand>();
  /** Accounts that have changed since their demands were read. */
  readonly #changed = new Set<Id>();
  /** Syncs under way, and from when on they run long. */
  readonly #running = new Map<Id, { done: Promise<void>; longFromMs: number }>();
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
      await Promise.all([...this.#running.values()].map(({ done }) => done));
    }
  }

  async #turn(): Promise<void> {
    this.#commits.forget();
    await this.#readDemands();
    const demands = [...this.#demands.values()];
    const idle = demands.filter(({ accountId }) => !this.#running.has(accountId));
    const due = idle.filter((demand) => this.#isDue(demand));
    const begun = due.slice(0, this.#places());
    for (const demand of begun) this.#begin(demand);
    const pauseMs = due.length > begun.length ? this.#untilPlaceMs() : this.#pauseMs(idle);
    await Promise.race([this.#commits.next(pauseMs), ...[...this.#running.values()].map(({ done }) => done)]);
    await sleep(PAUSE_MS, undefined, { signal: this.#signal }).catch(() => undefined);
  }

  #begin(demand: ServerDemand): void {
    const done = this.#sync(demand).finally(() => this.#running.delete(demand.accountId));
    const longFromMs = performance.now() + (this.#parts.longMs ?? LONG_MS);
    this.#running.set(demand.accountId, { done, longFromMs });
  }

  /** How many may begin now. */
  #places(): number {
    const now = performance.now();
    const short = [...this.#running.values()].filter(({ longFromMs }) => longFromMs > now).length;
    return Math.max(0, Math.min(MAX_SHORT - short, MAX_AT_ONCE - this.#running.size));
  }

  /** Until the next one has run for long, if none ends before. */
  #untilPlaceMs(): number {
    const now = performance.now();
    const next = [...this.#running.values()].flatMap(({ longFromMs }) => (longFromMs > now ? longFromMs - now : []));
    return Math.min(...next, PERIOD_MS);
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
    const { store, vault, log, rules, grants, periodMs = PERIOD_MS } = this.#parts;
    if (this.#signal.aborted) return;
    const before = this.#turns.get(accountId)?.pauseMs ?? 0;
    const failures = this.#failures.get(accountId) ?? new CardFailures();
    this.#failures.set(accountId, failures);
    let pauseMs = 0;
    try {
      const problem = await syncAccount({ store, vault, rules, grants, signal: this.#signal, failures }, accountId);
      if (problem) {
        pauseMs = needsPerson(problem) ? LONGEST_PAUSE_MS : nextPause(before);
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
    failure: "Contacts could not be synced",
    retryMs: RETRY_MS,
    lockedMs: RETRY_MS,
    work: (signal, commits) => new ContactSync(parts, signal, commits).run(),
  });
