/**
 * Push subscriptions: RFC 8620 §7.2. State changes are posted to the endpoints of clients that are not connected. A commit
 * reads the states of the accounts that it changed once, however many subscriptions there are.
 */
import type { Id, PushVerification } from "@pismo/jmap";
import { createAttempts } from "../../auth/attempts.ts";
import type { Logger } from "../../log.ts";
import { listAccounts } from "../../store/auth/accounts.ts";
import { browserCredential } from "../../store/auth/browser-sessions.ts";
import {
  destroyPushSubscription,
  getPushSubscriptions,
  listActivePushSubscriptions,
  type PushSubscriptionRecord,
} from "../../store/auth/push-subscriptions.ts";
import type { Reader, Store } from "../../store/db/store.ts";
import { credentialOf, listTokens } from "../../store/auth/tokens.ts";
import { createLimiter } from "../limiter.ts";
import type { PushRules } from "./push-request.ts";
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

/** The accounts that the creator of a subscription may use, by its credential; none when the token was revoked. */
async function readOwners(reader: Reader): Promise<(credential: string) => Id[]> {
  const accounts = (await listAccounts(reader)).map(({ id }) => id);
  const byBrowser = new Map(accounts.map((id) => [browserCredential(id), [id]]));
  byBrowser.set(browserCredential(null), accounts);
  const byToken = new Map(
    (await listTokens(reader)).map(({ id, accountId }) => [
      credentialOf(id),
      accountId === null ? accounts : accounts.filter((each) => each === accountId),
    ]),
  );
  return (credential) => byBrowser.get(credential) ?? byToken.get(credential) ?? [];
}

export function createPushService(store: Store, rules: PushRules, log: Logger): PushService {
  const dispatcher = new PushDispatcher(store, rules, log);
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
  /** The latest states of all accounts. */
  readonly #states: States = {};
  #changedAccounts = new Set<Id>();
  #timer: NodeJS.Timeout | undefined;
  /** Checks run one after the other, so that none starts with older states than its predecessor. */
  #lastCheck: Promise<void>;
  readonly #stopListening: () => void;

  constructor(store: Store, rules: PushRules, log: Logger) {
    this.#store = store;
    this.#log = log;
    this.#context = {
      rules,
      log,
      closing: this.#closing.signal,
      posts: createLimiter(MAX_CONCURRENT_POSTS),
      statesFor: (subscription) => this.#statesFor(subscription),
      forget: ({ id, username }) => this.#forget(id, username),
    };
    this.#lastCheck = this.#readAllStates();
    this.#track(this.#lastCheck);
    this.#stopListening = store.onCommit((accountIds) => this.#scheduleCheck(accountIds));
  }

  verify(subscription: PushSubscriptionRecord): void {
    const { id, verificationCode } = subscription;
    const message: PushVerification = { "@type": "PushVerification", pushSubscriptionId: id, verificationCode };
    this.#track(new PushTarget(this.#context, subscription, {}).verify(message));
  }

  async close(): Promise<void> {
    this.#stopListening();
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

  async #readAllStates(): Promise<void> {
    const accounts = await this.#store.read(listAccounts);
    const ids = accounts.map(({ id }) => id);
    Object.assign(this.#states, await readStates(this.#store, ids, stateTypes));
  }

  async #statesFor({ id, username }: PushSubscriptionRecord): Promise<States | undefined> {
    const [accountIds, isThere] = await this.#store.read(async (reader) => {
      const there = await getPushSubscriptions(reader, username, [id]);
      return [(await readOwners(reader))(username), there.length > 0] as const;
    });
    return isThere ? pickStates(this.#states, accountIds) : undefined;
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
    const before = structuredClone(this.#states);
    Object.assign(this.#states, await readStates(this.#store, changed, stateTypes));
    const subscriptions = await this.#store.read(listActivePushSubscriptions);
    const existing = new Set(subscriptions.map(({ id }) => id));
    for (const id of this.#targets.keys()) if (!existing.has(id)) this.#targets.delete(id);
    if (subscriptions.length === 0) return;
    const accountsOf = await this.#store.read(readOwners);
    for (const subscription of subscriptions) {
      const accountIds = accountsOf(subscription.username);
      if (!accountIds.some((id) => changed.has(id))) continue;
      this.#track(this.#targetFor(subscription, pickStates(before, accountIds)).notify());
    }
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
