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

/** Milliseconds in which changes are coalesced. */
const GATHER = 100;
/** Limit for the services of one credential. */
const POSTS_AT_ONCE = 4;
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
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  const targets = new Map<Id, PushTarget>();
  const made = createAttempts(creations);
  /** The latest states of all accounts. */
  const known: States = {};
  let touched = new Set<Id>();
  let timer: NodeJS.Timeout | undefined;

  const track = (work: Promise<unknown>): void => {
    const tracked: Promise<void> = work
      .catch((error: unknown) => log.error("push failed", { error }))
      .then(() => void running.delete(tracked));
    running.add(tracked);
  };

  const context: PushContext = {
    rules,
    log,
    closing: closing.signal,
    posts: createLimiter(POSTS_AT_ONCE),
    async statesFor({ id, username }) {
      const [accountIds, isThere] = await store.read(async (reader) => {
        const there = await getPushSubscriptions(reader, username, [id]);
        return [(await readOwners(reader))(username), there.length > 0] as const;
      });
      if (!isThere) return undefined;
      return Object.fromEntries(accountIds.flatMap((each) => (known[each] ? [[each, known[each]]] : [])));
    },
    async forget({ id, username }) {
      targets.delete(id);
      await store.write((tx) => destroyPushSubscription(tx, username, id));
    },
  };

  async function tellAll(): Promise<void> {
    const accountIds = touched;
    touched = new Set();
    const before = structuredClone(known);
    Object.assign(known, await readStates(store, accountIds, stateTypes));
    const subscriptions = await store.read(listActivePushSubscriptions);
    const there = new Set(subscriptions.map(({ id }) => id));
    for (const id of targets.keys()) if (!there.has(id)) targets.delete(id);
    if (subscriptions.length === 0) return;
    const accountsOf = await store.read(readOwners);
    for (const subscription of subscriptions) {
      const own = accountsOf(subscription.username);
      if (!own.some((id) => accountIds.has(id))) continue;
      let target = targets.get(subscription.id);
      if (target) Object.assign(target.subscription, subscription);
      else {
        const told = own.flatMap((id) => (before[id] ? [[id, before[id]] as const] : []));
        target = new PushTarget(context, subscription, Object.fromEntries(told));
        targets.set(subscription.id, target);
      }
      track(target.tell());
    }
  }

  /** Checks run one after the other, so that none starts with older states than its predecessor. */
  let looks: Promise<void> = store.read(listAccounts).then(async (accounts) => {
    const ids = accounts.map(({ id }) => id);
    Object.assign(known, await readStates(store, ids, stateTypes));
  });
  track(looks);
  const stop = store.onCommit((accountIds) => {
    for (const id of accountIds) touched.add(id);
    timer ??= setTimeout(() => {
      timer = undefined;
      looks = looks.catch(() => undefined).then(tellAll);
      track(looks);
    }, GATHER);
  });

  return {
    verify(subscription) {
      const { id, verificationCode } = subscription;
      const message: PushVerification = { "@type": "PushVerification", pushSubscriptionId: id, verificationCode };
      track(new PushTarget(context, subscription, {}).verify(message));
    },
    waitForNext(credential) {
      const wait = made.waitFor(credential);
      if (wait === 0) made.failed(credential);
      return wait;
    },
    async close() {
      stop();
      clearTimeout(timer);
      closing.abort();
      await Promise.all(running);
    },
  };
}
