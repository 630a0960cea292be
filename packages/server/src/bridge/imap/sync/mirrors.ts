/**
 * The mirrors of this process: of the accounts that have a server, those that belong here. Accounts in use have live
 * connections; of many, the others take turns. Any process may add or remove accounts, join or die at any time.
 */
import type { Id } from "@pismo/jmap";
import type { Ingest } from "../../../ingest/ingest.ts";
import { leasedStore } from "../../../store/cluster/leased-store.ts";
import type { Lease } from "../../../store/cluster/leases.ts";
import type { Ownership } from "../../../store/cluster/ownership.ts";
import type { Store } from "../../../store/db/store.ts";
import { type MirrorDemand, mirrorDemands } from "../../../store/mirror/account-use.ts";
import { type AccountSync, startAccountSync } from "./account-sync.ts";
import type { Depth } from "../pull/sync-pass.ts";
import { type ServerSearches, startServerSearches } from "../bodies/server-search.ts";
import type { SyncOptions } from "./sync-options.ts";
import { Turns } from "./turns.ts";

export interface Mirrors {
  /** Runs a sync pass of an account now. */
  requestPass(accountId: Id, depth?: Depth): void;
  /** The number of accounts that have live connections. */
  readonly liveCount: number;
  /** Gives all leases back. */
  close(): Promise<void>;
}

export interface MirrorsOptions extends Omit<SyncOptions, "ingest" | "onRest"> {
  ownership: Ownership;
  /** The ingest of a mirror, whose store refuses writes once the lease is lost. */
  ingestInto(store: Store): Ingest;
  /** So many accounts have live connections whether they are in use or not. */
  maxIdleLive?: number;
  /** Between two turns of an account that is not in use. */
  turnIntervalMs?: number;
}

const MAX_IDLE_LIVE = 100;
const TURN_INTERVAL_MS = 15 * 60_000;
const MAX_TURNS = 8;
/** The rest of a long turn, such as a large first sync, follows with the next. */
const MAX_TURN_MS = 5 * 60_000;
/** All accounts are read again: one may be in use no longer. */
const READ_ALL_MS = 60_000;
/** Until a lease that another living process still holds is tried again: it ends its mirror first. */
const TRY_AGAIN_MS = 250;
const RETRY_AFTER_FAILURE_MS = 2000;

interface Live {
  sync: AccountSync;
  searches: ServerSearches;
}

/** Keeps this process's accounts in sync until it is closed. */
export function startMirrors(options: MirrorsOptions): Mirrors {
  const mirrors = new RunningMirrors(options);
  mirrors.schedule("all");
  return mirrors;
}

class RunningMirrors implements Mirrors {
  readonly #options: MirrorsOptions;
  /** Of the accounts that belong here. */
  #demands = new Map<Id, MirrorDemand>();
  readonly #leases = new Map<Id, Lease>();
  readonly #live = new Map<Id, Live>();
  readonly #turns: Turns;
  readonly #stops: readonly (() => void)[];
  readonly #readAll: NodeJS.Timeout;
  /** The accounts to read again. */
  #changed: Set<Id> | "all" = new Set();
  #last: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isScheduled = false;
  #wereFew = true;
  #closing: Promise<void> | undefined;

  constructor(options: MirrorsOptions) {
    this.#options = options;
    const { store, ownership, turnIntervalMs: intervalMs = TURN_INTERVAL_MS } = options;
    this.#turns = new Turns({ intervalMs, maxConcurrent: MAX_TURNS }, (accountId) => this.#takeTurn(accountId));
    const all = (): void => this.schedule("all");
    this.#stops = [store.onCommit((accountIds) => this.schedule(accountIds)), ownership.onChange(all)];
    this.#readAll = setInterval(all, READ_ALL_MS).unref();
  }

  get liveCount(): number {
    return this.#live.size;
  }

  requestPass(accountId: Id, depth?: Depth): void {
    this.#live.get(accountId)?.sync.requestPass(depth);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  schedule(accountIds: ReadonlySet<Id> | "all"): void {
    if (accountIds === "all") this.#changed = "all";
    else if (this.#changed !== "all") for (const accountId of accountIds) this.#changed.add(accountId);
    if (this.#isScheduled || this.#closing) return;
    this.#isScheduled = true;
    this.#last = this.#last.then(async () => {
      this.#isScheduled = false;
      try {
        await this.#refresh();
      } catch (error) {
        this.#options.log.error("The accounts could not be read", { error });
        this.#tryAgain(RETRY_AFTER_FAILURE_MS);
      }
    });
  }

  async #close(): Promise<void> {
    for (const stop of this.#stops) stop();
    clearInterval(this.#readAll);
    clearTimeout(this.#timer);
    await this.#last;
    await Promise.all([this.#turns.close(), ...[...this.#live.keys()].map((accountId) => this.#end(accountId))]);
    await this.#giveBack([...this.#leases.keys()]);
  }

  #tryAgain(pauseMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.schedule("all"), pauseMs);
  }

  /** Costs by the accounts that were changed: every commit comes here. */
  async #refresh(): Promise<void> {
    if (this.#closing) return;
    const { ownership } = this.#options;
    const { ids, before } = await this.#readDemands();
    const ours = ids.filter((accountId) => this.#demands.has(accountId));
    // Also those of a former id: the others took this process for dead.
    const lost = ids.filter((accountId) => {
      const lease = this.#leases.get(accountId);
      return lease && (!this.#demands.has(accountId) || lease.processId !== ownership.processId);
    });
    await this.#leave(lost);
    for (const accountId of ours) {
      const isRequested = this.#demands.get(accountId)!.requestedAt !== before.get(accountId)?.requestedAt;
      if (isRequested) this.requestPass(accountId);
    }
    const missing = ours.filter((accountId) => !this.#leases.has(accountId));
    const taken = await ownership.take(missing);
    for (const [accountId, lease] of taken) this.#leases.set(accountId, lease);
    if (taken.size < missing.length) this.#tryAgain(TRY_AGAIN_MS);
    await this.#startThose(ours);
  }

  /** @returns the accounts that were read, those that are ours no more too, and their demands as they were */
  async #readDemands(): Promise<{ ids: readonly Id[]; before: ReadonlyMap<Id, MirrorDemand> }> {
    const { store, ownership } = this.#options;
    const changed = this.#changed;
    this.#changed = new Set();
    try {
      const read = await store.read((reader) =>
        mirrorDemands(reader, new Date(), changed === "all" ? undefined : [...changed]),
      );
      const ids =
        changed === "all" ? new Set([...this.#leases.keys(), ...this.#demands.keys(), ...read.keys()]) : changed;
      const before = new Map<Id, MirrorDemand>();
      for (const accountId of ids) {
        const demand = this.#demands.get(accountId);
        if (demand) before.set(accountId, demand);
        this.#demands.delete(accountId);
      }
      for (const [accountId, demand] of read) if (ownership.isOurs(accountId)) this.#demands.set(accountId, demand);
      return { ids: [...ids], before };
    } catch (error) {
      this.#changed = "all";
      throw error;
    }
  }

  /** Live connections for those in use, and for all where they are few; turns for the others. */
  async #startThose(changed: readonly Id[]): Promise<void> {
    const { maxIdleLive = MAX_IDLE_LIVE } = this.#options;
    const areFew = this.#demands.size <= maxIdleLive;
    const accountIds = areFew === this.#wereFew ? changed : this.#leases.keys();
    this.#wereFew = areFew;
    for (const accountId of accountIds) {
      const lease = this.#leases.get(accountId);
      if (!lease) continue;
      const isLive = this.#live.has(accountId);
      const shouldBeLive = areFew || this.#demands.get(accountId)?.isInUse === true;
      if (shouldBeLive && !isLive) {
        await this.#turns.remove(accountId);
        this.#live.set(accountId, this.#start(lease));
      } else if (!shouldBeLive) {
        if (isLive) await this.#end(accountId);
        this.#turns.add(accountId);
      }
    }
  }

  #optionsFor(lease: Lease): SyncOptions {
    const { ownership: _, ingestInto, ...options } = this.#options;
    const store = leasedStore(options.store, lease, () => this.#lost(lease));
    return { ...options, store, ingest: ingestInto(store) };
  }

  #start(lease: Lease): Live {
    const options = this.#optionsFor(lease);
    const { accountId } = lease;
    return { sync: startAccountSync(accountId, options), searches: startServerSearches(accountId, options) };
  }

  /** Until nothing is left to do for now. */
  async #takeTurn(accountId: Id): Promise<void> {
    const lease = this.#leases.get(accountId);
    if (!lease || this.#closing) return;
    let timer: NodeJS.Timeout | undefined;
    const sync = await new Promise<AccountSync>((resolve) => {
      const end = (): void => resolve(started);
      timer = setTimeout(end, MAX_TURN_MS);
      const started = startAccountSync(accountId, { ...this.#optionsFor(lease), connections: 1, onRest: end });
    });
    clearTimeout(timer);
    await this.#closed(sync);
  }

  #lost(lease: Lease): void {
    const { accountId } = lease;
    if (this.#closing || this.#leases.get(accountId) !== lease) return;
    this.#leases.delete(accountId);
    this.#options.log.warn("Another process has taken the mirror over", { accountId });
    this.#last = this.#last.then(() => this.#leave([accountId]));
    this.#tryAgain(TRY_AGAIN_MS);
  }

  /** All at once; the leases are given back when every mirror has ended. */
  async #leave(accountIds: readonly Id[]): Promise<void> {
    await Promise.all(
      accountIds.map((accountId) => Promise.all([this.#turns.remove(accountId), this.#end(accountId)])),
    );
    await this.#giveBack(accountIds);
  }

  async #giveBack(accountIds: readonly Id[]): Promise<void> {
    const leases = accountIds.flatMap((accountId) => this.#leases.get(accountId) ?? []);
    for (const accountId of accountIds) this.#leases.delete(accountId);
    await this.#options.ownership.giveBack(leases).catch((error: unknown) => {
      // They are free when this process is gone.
      this.#options.log.warn("Leases could not be given back", { error });
    });
  }

  async #end(accountId: Id): Promise<void> {
    const live = this.#live.get(accountId);
    this.#live.delete(accountId);
    if (live) await Promise.all([this.#closed(live.sync), this.#closed(live.searches)]);
  }

  async #closed(part: { close(): Promise<void> }): Promise<void> {
    try {
      await part.close();
    } catch (error) {
      this.#options.log.debug("A mirror has ended by an error", { error });
    }
  }
}
