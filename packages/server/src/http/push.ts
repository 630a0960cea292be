/** Push subscriptions: RFC 8620 §7.2. State changes are posted to the endpoints of clients that are not connected. */
import type { Id, PushVerification, StateType } from "@pismo/jmap";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../log.ts";
import { listAccounts } from "../store/accounts.ts";
import { browserCredential } from "../store/browser-sessions.ts";
import {
  destroyPushSubscription,
  listActivePushSubscriptions,
  type PushSubscriptionRecord,
} from "../store/push-subscriptions.ts";
import type { Reader, Store } from "../store/store.ts";
import { credentialOf, listTokens } from "../store/tokens.ts";
import { postPush, type PushRules } from "./push-request.ts";
import { readStates, stateChange, type States, stateTypes } from "./states.ts";

export interface PushService {
  /** Sends the code that proves that the endpoint wants to be pushed to. */
  verify(subscription: PushSubscriptionRecord): void;
  close(): Promise<void>;
}

/** Milliseconds before each further try. */
const retries = [1000, 10_000, 60_000];
/** Changes of a burst go out together. */
const gather = 100;

/** The accounts that whoever made a subscription may use; none when the token is revoked. */
async function accountsOf(reader: Reader, { username }: PushSubscriptionRecord): Promise<Id[]> {
  const accounts = (await listAccounts(reader)).map(({ id }) => id);
  if (username === browserCredential(null)) return accounts;
  const own = accounts.find((id) => username === browserCredential(id));
  if (own !== undefined) return [own];
  const token = (await listTokens(reader)).find(({ id }) => credentialOf(id) === username);
  return accounts.filter((id) => token && (token.accountId === null || token.accountId === id));
}

/** What a service that will never take our messages says; 408, 425 and 429 only want them later. */
const isFinal = (status: number): boolean => status >= 400 && status < 500 && ![408, 425, 429].includes(status);

export function createPushService(store: Store, rules: PushRules, log: Logger): PushService {
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  /** What each subscription was told last. */
  const told = new Map<Id, States>();
  /** The states before the latest commits: what a new subscription is reckoned to know. */
  let known: Promise<States> | undefined;
  /** Subscriptions that a message is under way to; true: there are newer changes. */
  const busy = new Map<Id, boolean>();
  let timer: NodeJS.Timeout | undefined;

  const track = (work: Promise<unknown>): void => {
    const tracked: Promise<void> = work
      .catch((error: unknown) => log.error("push failed", { error }))
      .then(() => void running.delete(tracked));
    running.add(tracked);
  };
  const allStates = (): Promise<States> =>
    store.read(listAccounts).then((accounts) =>
      readStates(
        store,
        accounts.map(({ id }) => id),
        stateTypes,
      ),
    );
  const forget = async ({ id, username }: PushSubscriptionRecord): Promise<void> => {
    told.delete(id);
    await store.write((tx) => destroyPushSubscription(tx, username, id));
  };

  /**
   * Tries again while the service is away; a subscription that it does not take is forgotten (RFC 8030 §7.3).
   * Gives whether the message arrived.
   */
  async function deliver(subscription: PushSubscriptionRecord, message: object): Promise<boolean> {
    const { host } = new URL(subscription.url);
    for (const pause of [0, ...retries]) {
      if (pause > 0) await sleep(pause, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      if (closing.signal.aborted) return false;
      try {
        const status = await postPush(subscription, message, rules, closing.signal);
        if (status >= 200 && status < 300) return true;
        log.warn("a push service did not take a message", { host, status });
        if (!isFinal(status)) continue;
        await forget(subscription);
        return false;
      } catch (error) {
        log.warn("a push service could not be reached", { host, error });
      }
    }
    return false;
  }

  /** One message at a time; what changes meanwhile goes out together with the next. */
  async function tell(subscription: PushSubscriptionRecord, before: States): Promise<void> {
    const { id, types } = subscription;
    const isUnderWay = busy.has(id);
    busy.set(id, true);
    if (isUnderWay) return;
    try {
      const wanted = stateTypes.filter((type: StateType) => types === null || types.includes(type));
      while (busy.get(id) && !closing.signal.aborted) {
        busy.set(id, false);
        const states = await readStates(store, await store.read((reader) => accountsOf(reader, subscription)), wanted);
        const last = told.get(id) ?? before;
        const change = stateChange(last, states);
        // What did not arrive is told again with the next change.
        told.set(id, !change || (await deliver(subscription, change)) ? states : last);
      }
    } finally {
      busy.delete(id);
    }
  }

  async function tellAll(): Promise<void> {
    const before = (await known) ?? {};
    known = allStates();
    await known;
    for (const subscription of await store.read(listActivePushSubscriptions)) track(tell(subscription, before));
  }

  track((known = allStates()));
  const stop = store.onCommit(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      track(tellAll());
    }, gather);
  });

  return {
    verify(subscription) {
      const { id, verificationCode } = subscription;
      const message: PushVerification = { "@type": "PushVerification", pushSubscriptionId: id, verificationCode };
      track(deliver(subscription, message));
    },
    async close() {
      stop();
      clearTimeout(timer);
      closing.abort();
      await Promise.all(running);
    },
  };
}
