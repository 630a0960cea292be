/** Messages on their way to browsers: of each in order, again after a pause where its push service is not ready. */
import type { Id } from "@pismo/jmap";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../log.ts";
import { destroyPushSubscription, type PushSubscriptionRecord } from "../store/auth/push-subscriptions.ts";
import type { Store } from "../store/db/store.ts";
import { isStillNotified } from "../store/notifications/notified-subscriptions.ts";
import { isFinal, postPush, type PushRules } from "../web-push/push-request.ts";
import type { ToPush } from "./messages.ts";

/** Before each retry; the last one repeats. */
const retryPausesMs = [1000, 10_000, 60_000, 10 * 60_000, 60 * 60_000];
/** What waited longer is no news. */
const MAX_AGE_MS = 24 * 60 * 60_000;
/** Of one browser; of more the oldest are given up. */
const MAX_WAITING = 50;
/** RFC 8030 §7.2: the message is too large. */
const TOO_LARGE = 413;

interface Waiting extends ToPush {
  since: number;
}

interface Browser {
  subscription: PushSubscriptionRecord;
  waiting: Waiting[];
  failures: number;
}

/** Or the pause before the message is sent again, in milliseconds. */
type Outcome = "done" | "gone" | number;

export class Outgoing {
  readonly #store: Store;
  readonly #log: Logger;
  readonly #rules: PushRules;
  readonly #closing = new AbortController();
  readonly #browsers = new Map<Id, Browser>();
  readonly #running = new Set<Promise<void>>();

  constructor(store: Store, rules: PushRules, log: Logger) {
    this.#store = store;
    this.#rules = rules;
    this.#log = log;
  }

  add(subscription: PushSubscriptionRecord, messages: readonly ToPush[]): void {
    const fresh = messages.map((each) => ({ ...each, since: Date.now() }));
    const known = this.#browsers.get(subscription.id);
    if (known) {
      // As the push service does with what waits there.
      const replaced = new Set(fresh.map(({ topic }) => topic));
      known.waiting = [...known.waiting.filter(({ topic }) => !replaced.has(topic)), ...fresh].slice(-MAX_WAITING);
      return;
    }
    const browser = { subscription, waiting: fresh, failures: 0 };
    this.#browsers.set(subscription.id, browser);
    const sending: Promise<void> = this.#send(browser)
      .catch((error: unknown) => this.#log.error("notifications failed", { error }))
      .finally(() => {
        if (this.#browsers.get(subscription.id) === browser) this.#browsers.delete(subscription.id);
        this.#running.delete(sending);
      });
    this.#running.add(sending);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#running);
  }

  async #send(browser: Browser): Promise<void> {
    const { signal } = this.#closing;
    while (browser.waiting.length > 0 && !signal.aborted) {
      const next = browser.waiting.shift()!;
      if (Date.now() - next.since > MAX_AGE_MS) continue;
      if (!(await this.#store.read((reader) => isStillNotified(reader, browser.subscription.id)))) break;
      const outcome = await this.#post(browser, next);
      if (outcome === "gone") return this.#forget(browser);
      if (outcome === "done") {
        browser.failures = 0;
        continue;
      }
      if (!browser.waiting.some(({ topic }) => topic === next.topic)) browser.waiting.unshift(next);
      await sleep(outcome, undefined, { signal, ref: false }).catch(() => undefined);
    }
    // At once: what is added from here on begins again.
    this.#browsers.delete(browser.subscription.id);
  }

  async #forget({ subscription: { id, username } }: Browser): Promise<void> {
    await this.#store.write((tx) => destroyPushSubscription(tx, username, id));
  }

  async #post(browser: Browser, { message, topic }: ToPush): Promise<Outcome> {
    const { signal } = this.#closing;
    const { subscription } = browser;
    const { host } = new URL(subscription.url);
    let retryAfterMs = 0;
    try {
      const answer = await postPush(subscription, message, this.#rules, { signal, topic });
      if (answer.status >= 200 && answer.status < 300) return "done";
      this.#log.warn("a push service did not take a notification", { host, status: answer.status });
      if (answer.status === TOO_LARGE) return "done";
      if (isFinal(answer.status)) return "gone";
      ({ retryAfterMs } = answer);
    } catch (error) {
      if (!signal.aborted) this.#log.warn("a push service could not be reached", { host, error });
    }
    const pauseMs = retryPausesMs[Math.min(browser.failures++, retryPausesMs.length - 1)]!;
    return Math.max(pauseMs, retryAfterMs);
  }
}
