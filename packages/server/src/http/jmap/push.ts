/**
 * Push subscriptions: RFC 8620 §7.2. State changes are posted to the endpoints of clients that are not connected. A commit
 * reads the states of the accounts that it changed once, however many subscriptions there are.
 */
import type { Id, PushVerification } from "@pismo/jmap";
import { createAttempts } from "../../auth/attempts.ts";
import type { Logger } from "../../log.ts";
import { accountsOfCredentials } from "../../store/auth/credential-accounts.ts";
import {
  destroyPushSubscription,
  getPushSubscriptions,
  listPushSubscriptions,
  type PushSubscriptionRecord,
} from "../../store/auth/push-subscriptions.ts";
import { type LiveProcess, type Membership, ownerOf } from "../../store/cluster/membership.ts";
import type { Store } from "../../store/db/store.ts";
import { createLimiter } from "../limiter.ts";
import type { PushRules } from "../../web-push/push-request.ts";
import { type PushContext, PushTarget } from "./push-target.ts";
import { readStates, type States, stateTypes } from "./states.ts";

export interface PushService {
  /** Sends the code that verifies the endpoint. */
  verify(subscription: PushSubscriptionRecord): void;
  /** Counts a new subscription. @returns seconds to wait first; 0: it may be created now */
  waitForNext(credential: string): number;
  close(): Promise<void>;
}

/** Changes of this time are coalesced. */
const COALESCE_MS = 100;
/** Limit for the services of one credential. */
const MAX_CONCURRENT_POSTS = 4;
/** Each creation contacts another server: creating and destroying subscriptions must not be an amplifier. */
const creations = { allowed: 200, windowMs: 10 * 60_000 };

export function createPushService(store: Store, membership: Membership, rules: PushRules, log: Logger): PushService {
  const dispatcher = new PushDispatcher(store, membership, rules, log);
  const made = createAttempts(creations);
  return {
    verify: (subscription) => dispatcher.verify(subscription),
    waitForNext(credential) {
      const wait = made.waitFor(credential);
      if (wait === 0) made.failed(credential);
      return wait;
    },
    close: () => dispatcher.close(),
  };
}

/** Notifies the targets of all subscriptions after a commit. */
class PushDispatcher {
  readonly #store: Store;
  readonly #log: Logger;
  readonly #context: PushContext;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #targets = new Map<Id, PushTarget>();
  /** The latest states of the accounts that subscriptions of this process are told of. */
  readonly #states: States = {};
  #changedAccounts = new Set<Id>();
  #timer: NodeJS.Timeout | undefined;
  /** Checks run one after the other, so that none starts with older states than its predecessor. */
  #lastCheck: Promise<void>;
  readonly #membership: Membership;
  /** The servers as they were at the last check. */
  #live: readonly LiveProcess[];
  readonly #stops: readonly (() => void)[];

  constructor(store: Store, membership: Membership, rules: PushRules, log: Logger) {
    this.#store = store;
    this.#membership = membership;
    this.#live = membership.live;
    this.#log = log;
    this.#context = {
      rules,
      log,
      closing: this.#closing.signal,
      posts: createLimiter(MAX_CONCURRENT_POSTS),
      statesFor: (subscription) => this.#statesFor(subscription),
      forget: ({ id, username }) => this.#forget(id, username),
    };
    this.#lastCheck = this.#readFirstStates();
    this.#track(this.#lastCheck);
    this.#stops = [
      store.onCommit((accountIds) => this.#scheduleCheck(accountIds)),
      membership.onChange(() => this.#scheduleCheck([])),
    ];
  }

  verify(subscription: PushSubscriptionRecord): void {
    const { id, verificationCode } = subscription;
    const message: PushVerification = { "@type": "PushVerification", pushSubscriptionId: id, verificationCode };
    // Before the client can hear anything it is known what it has seen.
    this.#lastCheck = this.#lastCheck.catch(() => undefined).then(() => this.#watch(subscription.username));
    this.#track(this.#lastCheck.then(() => new PushTarget(this.#context, subscription, {}).verify(message)));
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    clearTimeout(this.#timer);
    this.#closing.abort();
    await Promise.all(this.#running);
  }

  #track(work: Promise<unknown>): void {
    const tracked: Promise<void> = work
      .catch((error: unknown) => this.#log.error("push failed", { error }))
      .then(() => void this.#running.delete(tracked));
    this.#running.add(tracked);
  }

  async #readFirstStates(): Promise<void> {
    const accounts = await this.#store.read(async (reader) => {
      const subscriptions = await listPushSubscriptions(reader);
      return accountsOfCredentials(
        reader,
        subscriptions.map(({ username }) => username),
      );
    });
    const ids = new Set([...accounts.values()].flat());
    Object.assign(this.#states, await readStates(this.#store, ids, stateTypes));
  }

  async #statesFor({ id, username }: PushSubscriptionRecord): Promise<States | undefined> {
    const [accountIds, isThere] = await this.#store.read(async (reader) => {
      const there = await getPushSubscriptions(reader, username, [id]);
      const accounts = await accountsOfCredentials(reader, [username]);
      return [accounts.get(username) ?? [], there.length > 0] as const;
    });
    if (!isThere) return undefined;
    await this.#readMissing(accountIds);
    return pickStates(this.#states, accountIds);
  }

  async #forget(id: Id, username: string): Promise<void> {
    this.#targets.delete(id);
    await this.#store.write((tx) => destroyPushSubscription(tx, username, id));
  }

  #scheduleCheck(accountIds: Iterable<Id>): void {
    for (const id of accountIds) this.#changedAccounts.add(id);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#lastCheck = this.#lastCheck.catch(() => undefined).then(() => this.#check());
      this.#track(this.#lastCheck);
    }, COALESCE_MS);
  }

  async #check(): Promise<void> {
    const changed = this.#changedAccounts;
    this.#changedAccounts = new Set();
    const subscriptions = await this.#store.readOnce(listPushSubscriptions);
    const existing = new Set(subscriptions.map(({ id }) => id));
    for (const id of this.#targets.keys()) if (!existing.has(id)) this.#targets.delete(id);
    const ours = subscriptions.filter(({ id }) => this.#isOurs(id));
    const usernames = ours.map(({ username }) => username);
    const accounts =
      usernames.length === 0
        ? new Map<string, Id[]>()
        : await this.#store.read((reader) => accountsOfCredentials(reader, usernames));
    const watched = new Set([...accounts.values()].flat());
    for (const id of Object.keys(this.#states)) if (!watched.has(id)) delete this.#states[id];
    const touched = [...changed].filter((id) => watched.has(id));
    const before = pickStates(this.#states, touched);
    Object.assign(this.#states, await readStates(this.#store, touched, stateTypes));
    await this.#readMissing(watched);
    const isOrphan = this.#orphans();
    for (const subscription of ours.filter(({ isVerified, notifies }) => isVerified && !notifies)) {
      const accountIds = accounts.get(subscription.username) ?? [];
      // What its process had sent died with it: all states are sent, and the client compares.
      if (isOrphan(subscription.id)) this.#track(this.#targetFor(subscription, {}).notify());
      else if (accountIds.some((id) => changed.has(id))) {
        // Of an account whose former states this process does not know, all are sent.
        const unchanged = accountIds.filter((id) => !changed.has(id));
        const sent = { ...pickStates(this.#states, unchanged), ...pickStates(before, accountIds) };
        this.#track(this.#targetFor(subscription, sent).notify());
      }
    }
  }

  async #watch(username: string): Promise<void> {
    const accounts = await this.#store.read((reader) => accountsOfCredentials(reader, [username]));
    await this.#readMissing(accounts.get(username) ?? []);
  }

  async #readMissing(accountIds: Iterable<Id>): Promise<void> {
    const missing = [...accountIds].filter((id) => !this.#states[id]);
    if (missing.length > 0) Object.assign(this.#states, await readStates(this.#store, missing, stateTypes));
  }

  /** Each subscription is served by one of the servers. */
  #isOurs(subscriptionId: Id): boolean {
    return ownerOf(subscriptionId, this.#live, "web") === this.#membership.id;
  }

  /** Whether the process that served a subscription has ended since the last check. */
  #orphans(): (subscriptionId: Id) => boolean {
    const before = this.#live;
    // While nothing is heard of the others: one message too many does no harm.
    if (this.#membership.live.length > 0) this.#live = this.#membership.live;
    const living = new Set(this.#live.flatMap(({ id, roles }) => (roles.includes("web") ? id : [])));
    if (before.every(({ id }) => living.has(id))) return () => false;
    return (subscriptionId) => !living.has(ownerOf(subscriptionId, before, "web") ?? 0);
  }

  /** @param sent the states that a client with a new subscription is assumed to know */
  #targetFor(subscription: PushSubscriptionRecord, sent: States): PushTarget {
    const known = this.#targets.get(subscription.id);
    if (known) {
      Object.assign(known.subscription, subscription);
      return known;
    }
    const target = new PushTarget(this.#context, subscription, sent);
    this.#targets.set(subscription.id, target);
    return target;
  }
}

const pickStates = (states: States, accountIds: readonly Id[]): States =>
  Object.fromEntries(accountIds.flatMap((id) => (states[id] ? [[id, states[id]]] : [])));
