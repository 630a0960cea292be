/** Deliveries to one push subscription: one at a time, with growing intervals and retries (RFC 8620 §7.2). */
import type { Id, StateType } from "@pismo/jmap";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../../log.ts";
import type { PushSubscriptionRecord } from "../../store/auth/push-subscriptions.ts";
import type { Limiter } from "../limiter.ts";
import { isFinal, postPush, type PushRules } from "../../web-push/push-request.ts";
import { stateChange, type States, stateTypes } from "./states.ts";

/** Before each retry; the last one repeats. */
const retryPausesMs = [1000, 10_000, 60_000, 10 * 60_000, 60 * 60_000];
/** Between messages: initially, and at most while changes continue. */
const MIN_PAUSE_MS = 200;
const MAX_PAUSE_MS = 30_000;
/** After so long without a message the next one is sent at once. */
const QUIET_MS = 60_000;

export interface PushContext {
  rules: PushRules;
  log: Logger;
  closing: AbortSignal;
  /** Limits concurrent posts of one credential. */
  posts: Limiter;
  /** The states of the accounts that the subscription may see now; undefined: it no longer exists. */
  statesFor(subscription: PushSubscriptionRecord): Promise<States | undefined>;
  /** The service has permanently refused our messages. */
  forget(subscription: PushSubscriptionRecord): Promise<void>;
}

type Outcome = "taken" | "failed" | "refused";

export class PushTarget {
  readonly #context: PushContext;
  readonly subscription: PushSubscriptionRecord;
  /** The states that were sent last, by account. */
  readonly #sent: States;
  #isStale = false;
  #isRunning = false;
  #failures = 0;
  #pauseMs = 0;
  #lastPost = 0;

  /** @param sent the states that the client is assumed to know */
  constructor(context: PushContext, subscription: PushSubscriptionRecord, sent: States) {
    this.#context = context;
    this.subscription = subscription;
    this.#sent = sent;
  }

  /** Schedules a message; changes until it is sent are included. */
  async notify(): Promise<void> {
    this.#isStale = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      while (this.#isStale && !this.#context.closing.aborted) {
        await this.#wait();
        if (this.#context.closing.aborted) return;
        this.#isStale = false;
        if (!(await this.#post())) return;
      }
    } finally {
      this.#isRunning = false;
    }
  }

  /** Posts the code that verifies the endpoint. */
  async verify(message: object): Promise<void> {
    for (let failures = 0; failures < retryPausesMs.length - 1; failures++) {
      const outcome = await this.#deliver(message);
      if (outcome === "refused") await this.#context.forget(this.subscription);
      if (outcome !== "failed") return;
      await this.#sleep(retryPausesMs[failures]!);
      if (this.#context.closing.aborted) return;
    }
  }

  /** @returns whether the subscription still exists */
  async #post(): Promise<boolean> {
    const { statesFor, forget } = this.#context;
    const states = await statesFor(this.subscription);
    if (!states) return false;
    const { types } = this.subscription;
    const change = stateChange(this.#sent, wantedOf(states, types));
    if (!change) return true;
    const outcome = await this.#deliver(change);
    if (outcome === "refused") {
      await forget(this.subscription);
      return false;
    }
    this.#lastPost = Date.now();
    if (outcome === "taken") {
      this.#failures = 0;
      Object.assign(this.#sent, states);
    } else {
      this.#failures++;
      this.#isStale = true;
    }
    return true;
  }

  #wait(): Promise<void> {
    const sinceMs = Date.now() - this.#lastPost;
    if (sinceMs > QUIET_MS) this.#pauseMs = 0;
    const pauseMs =
      this.#failures > 0 ? retryPausesMs[Math.min(this.#failures, retryPausesMs.length) - 1]! : this.#pauseMs;
    this.#pauseMs = Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, this.#pauseMs * 2));
    return this.#sleep(pauseMs - sinceMs);
  }

  async #sleep(delayMs: number): Promise<void> {
    const { closing } = this.#context;
    if (delayMs > 0) await sleep(delayMs, undefined, { signal: closing, ref: false }).catch(() => undefined);
  }

  async #deliver(message: object): Promise<Outcome> {
    const { log, posts, rules, closing } = this.#context;
    const { host } = new URL(this.subscription.url);
    try {
      const { username } = this.subscription;
      const { status } = await posts.run(username, () =>
        postPush(this.subscription, message, rules, { signal: closing }),
      );
      if (status >= 200 && status < 300) return "taken";
      log.warn("a push service did not take a message", { host, status });
      return isFinal(status) ? "refused" : "failed";
    } catch (error) {
      if (!closing.aborted) log.warn("a push service could not be reached", { host, error });
      return "failed";
    }
  }
}

/** The states of the types that a subscription requested. */
function wantedOf(states: States, types: readonly string[] | null): States {
  const wanted = stateTypes.filter((type: StateType) => types === null || types.includes(type));
  const own = Object.entries(states).map(([accountId, all]): [Id, States[Id]] => [
    accountId,
    Object.fromEntries(wanted.map((type) => [type, all[type] ?? ""])),
  ]);
  return Object.fromEntries(own);
}
