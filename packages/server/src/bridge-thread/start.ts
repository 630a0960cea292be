/**
 * The mirrors of all accounts in a thread of their own: neither what a first sync commits nor what it reads stands in the
 * way of who looks at letters meanwhile. The database is what the threads share; here goes what does not lie in it.
 */
import type { Id } from "@pismo/jmap";
import { Worker } from "node:worker_threads";
import { SignInNeeded } from "../bridge/imap/errors.ts";
import type { AccessTokens } from "../bridge/oauth/access-tokens.ts";
import type { Logger } from "../log.ts";
import { looksAskedFor } from "../store/imap-accounts.ts";
import { type Store, StoreError } from "../store/store.ts";
import { Asks } from "./asks.ts";
import type { Order, Report, ThreadData } from "./messages.ts";

export interface BridgeThread {
  close(): Promise<void>;
}

export interface BridgeThreadOptions extends ThreadData {
  store: Store;
  tokens: AccessTokens;
  log: Logger;
  /** Does not wait for an account: somebody will come, and is not to wait for the thread. */
  isExpected?: boolean;
  /** Milliseconds after which a thread that has ended is followed by another. */
  pause?: number;
}

const PAUSE = 1000;
/** What a letter leaves behind is collected early: else the thread grows to the machine's size before it tidies up. */
const resourceLimits = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 };

/** Starts with the first account that has a server, unless one is expected: who has none is spared the memory. */
export function startBridgeThread(options: BridgeThreadOptions): BridgeThread {
  const bridge = new Bridge(options);
  return { close: () => bridge.close() };
}

class Bridge {
  readonly #options: BridgeThreadOptions;
  readonly #brought = new Asks<void>();
  readonly #stops: readonly (() => void)[];
  #thread: Worker | undefined;
  #ended: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #isClosed = false;

  constructor(options: BridgeThreadOptions) {
    this.#options = options;
    const { store } = options;
    this.#stops = [
      store.onCommit(() => this.#onCommit()),
      store.serveMessages(null, (emailId, accountId) => this.#bring(emailId, accountId)),
    ];
    this.#onCommit();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
    clearTimeout(this.#timer);
    this.#say({ kind: "end" });
    await this.#ended;
  }

  #onCommit(): void {
    if (this.#thread) this.#say({ kind: "committed" });
    else if (!this.#timer) void this.#startWhenNeeded();
  }

  async #startWhenNeeded(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { store, log, isExpected } = this.#options;
    try {
      const isNeeded = isExpected || (await store.read(looksAskedFor)).size > 0;
      if (isNeeded && !this.#isClosed) this.#start();
    } catch (error) {
      log.error("The accounts could not be read", { error });
    } finally {
      this.#isLooking = false;
    }
  }

  #start(): void {
    const { dataDir, logLevel, connections, log, pause = PAUSE } = this.#options;
    // Under `node --watch` threads tell what they import, and it would arrive here as if it were a report.
    const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env;
    const workerData: ThreadData = { dataDir, logLevel, connections };
    const thread = new Worker(new URL("./worker.ts", import.meta.url), { env, workerData, resourceLimits });
    this.#thread = thread;
    thread.on("message", (report: Report) => void this.#hear(report));
    thread.on("error", (error) => log.error("The mirrors have ended by a mistake", { error }));
    this.#ended = new Promise((resolve) => {
      thread.once("exit", () => {
        this.#thread = undefined;
        this.#brought.refuseAll(new Error("nobody is connected to its server"));
        resolve();
        if (this.#isClosed) return;
        this.#timer = setTimeout(() => {
          this.#timer = undefined;
          this.#onCommit();
        }, pause);
      });
    });
  }

  #say(order: Order): void {
    this.#thread?.postMessage(order, []);
  }

  async #hear(report: Report): Promise<void> {
    switch (report.kind) {
      case "committed":
        return this.#options.store.lookForCommits();
      case "brought":
        if (report.problem === undefined) return this.#brought.answer(report.ask);
        return this.#brought.refuse(report.ask, new StoreError("blobElsewhere", report.problem));
      case "wantToken":
        return this.#say(await this.#token(report));
    }
  }

  #bring(emailId: Id, accountId: Id): Promise<void> {
    if (!this.#thread) return Promise.reject(new Error("nobody is connected to its server"));
    return this.#brought.ask((ask) => this.#say({ kind: "bring", ask, accountId, emailId }));
  }

  async #token({ ask, accountId, refused }: Report & { kind: "wantToken" }): Promise<Order> {
    try {
      return { kind: "token", ask, token: await this.#options.tokens.of(accountId)(refused) };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { kind: "noToken", ask, isRefused: error instanceof SignInNeeded, reason };
    }
  }
}
