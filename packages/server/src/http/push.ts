/** Push subscriptions: RFC 8620 §7.2. State changes are posted to the endpoints of clients that are not connected. */
import type { Id, PushVerification, StateType } from "@pismo/jmap";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../log.ts";
import { listAccounts } from "../store/accounts.ts";
import {
  destroyPushSubscription,
  listActivePushSubscriptions,
  type PushSubscriptionRecord,
} from "../store/push-subscriptions.ts";
import type { Reader, Store } from "../store/store.ts";
import { listTokens } from "../store/tokens.ts";
import { postPush } from "./push-request.ts";
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
  if (username === "browser") return accounts;
  const token = (await listTokens(reader)).find(({ id }) => `token:${id}` === username);
  return accounts.filter((id) => token && (token.accountId === null || token.accountId === id));
}

export function createPushService(store: Store, log: Logger): PushService {
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  /** What each subscription was told last. */
  const told = new Map<Id, States>();
  const pending = new Set<Id>();
  let timer: NodeJS.Timeout | undefined;

  const track = (work: Promise<void>): void => {
    const tracked = work
      .catch((error: unknown) => log.error("push failed", { error }))
      .finally(() => running.delete(tracked));
    running.add(tracked);
  };
  const forget = async ({ id, username }: PushSubscriptionRecord): Promise<void> => {
    told.delete(id);
    await store.write(async (tx) => void (await destroyPushSubscription(tx, username, id)));
  };

  /** Tries again while the service is away; a subscription that it knows no more is forgotten (RFC 8030 §7.3). */
  async function deliver(subscription: PushSubscriptionRecord, message: object): Promise<void> {
    const { host } = new URL(subscription.url);
    for (const pause of [0, ...retries]) {
      if (pause > 0) await sleep(pause, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      if (closing.signal.aborted) return;
      try {
        const status = await postPush(subscription, message, "normal");
        if (status === 404 || status === 410) return await forget(subscription);
        if (status < 500 && status !== 429) return;
        log.warn("a push service did not take a message", { host, status });
      } catch (error) {
        log.warn("a push service could not be reached", { host, error });
      }
    }
  }

  async function tell(subscription: PushSubscriptionRecord): Promise<void> {
    const { id, types } = subscription;
    if (pending.has(id)) return;
    pending.add(id);
    try {
      const wanted = stateTypes.filter((type: StateType) => types === null || types.includes(type));
      const states = await readStates(store, await store.read((reader) => accountsOf(reader, subscription)), wanted);
      const change = stateChange(told.get(id) ?? {}, states);
      told.set(id, states);
      if (change) await deliver(subscription, change);
    } finally {
      pending.delete(id);
    }
  }

  async function tellAll(): Promise<void> {
    const subscriptions = await store.read(listActivePushSubscriptions);
    for (const subscription of subscriptions) track(tell(subscription));
  }

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
