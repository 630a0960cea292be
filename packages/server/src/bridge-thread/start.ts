/**
 * Runs the mirrors of all accounts in a thread of their own, so that a first sync does not delay requests. The threads
 * share the database; messages carry what is not in it.
 */
import type { Id } from "@pismo/jmap";
import { Worker } from "node:worker_threads";
import { SignInNeeded } from "../bridge/imap/connection/errors.ts";
import type { AccessTokens } from "../bridge/oauth/access-tokens.ts";
import type { Logger } from "../log.ts";
import { hasMirroredAccount } from "../store/mirror/imap-accounts.ts";
import type { Membership } from "../store/cluster/membership.ts";
import type { Members } from "../store/cluster/ownership.ts";
import { type Store, StoreError } from "../store/db/store.ts";
import { PendingRequests } from "./pending-requests.ts";
import type { Command, Report, ThreadData } from "./messages.ts";

export interface BridgeThread {
  /** Ends the mirrors, so that other processes take them over. Letters are still fetched for requests. */
  release(): void;
  close(): Promise<void>;
}

export interface BridgeThreadOptions extends Omit<ThreadData, "members"> {
  store: Store;
  membership: Membership;
  tokens: AccessTokens;
  log: Logger;
  /** Starts without an account: one is about to be added, and should not wait for the thread. */
  isExpected?: boolean;
  /** Before a thread that has ended is restarted. */
  restartPauseMs?: number;
}

const RESTART_PAUSE_MS = 1000;
/** Without limits the heap would grow with the machine's memory before garbage is collected. */
const resourceLimits = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 };

/** Starts with the first account that has a server, unless one is expected, to save memory without such accounts. */
export function startBridgeThread(options: BridgeThreadOptions): BridgeThread {
  const bridge = new Bridge(options);
  return { release: () => bridge.release(), close: () => bridge.close() };
}

class Bridge {
  readonly #options: BridgeThreadOptions;
  readonly #hydrations = new PendingRequests<void>();
  readonly #stops: readonly (() => void)[];
  #thread: Worker | undefined;
  #ended: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #isChecking = false;
  #isClosed = false;

  constructor(options: BridgeThreadOptions) {
    this.#options = options;
    const { store, membership } = options;
    this.#stops = [
      store.onCommit(() => this.#onCommit()),
      membership.onChange(() => this.#post({ kind: "members", members: this.#members() })),
      store.serveMessages(null, (emailId, accountId) => this.#hydrate(emailId, accountId)),
    ];
    this.#onCommit();
  }

  release(): void {
    this.#post({ kind: "release" });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
    clearTimeout(this.#timer);
    this.#post({ kind: "end" });
    await this.#ended;
  }

  #members(): Members {
    const { id, live } = this.#options.membership;
    return { id, live };
  }

  #onCommit(): void {
    if (this.#thread) this.#post({ kind: "committed" });
    else if (!this.#timer) void this.#startWhenNeeded();
  }

  async #startWhenNeeded(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    const { store, log, isExpected } = this.#options;
    try {
      const isNeeded = isExpected || (await store.readOnce(hasMirroredAccount));
      if (isNeeded && !this.#isClosed) this.#start();
    } catch (error) {
      log.error("The accounts could not be read", { error });
    } finally {
      this.#isChecking = false;
    }
  }

  #start(): void {
    const { place, logLevel, logFormat, connections, log, restartPauseMs = RESTART_PAUSE_MS } = this.#options;
    // Under `node --watch` threads post what they import, which would arrive as reports.
    const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env;
    const workerData: ThreadData = { place, logLevel, logFormat, connections, members: this.#members() };
    const thread = new Worker(new URL("./worker.ts", import.meta.url), { env, workerData, resourceLimits });
    this.#thread = thread;
    thread.on("message", (report: Report) => void this.#onReport(report));
    thread.on("error", (error) => log.error("The bridge thread has ended by an error", { error }));
    this.#ended = new Promise((resolve) => {
      thread.once("exit", () => {
        this.#thread = undefined;
        this.#hydrations.rejectAll(new Error("no connection to the account's server"));
        resolve();
        if (this.#isClosed) return;
        this.#timer = setTimeout(() => {
          this.#timer = undefined;
          this.#onCommit();
        }, restartPauseMs);
      });
    });
  }

  #post(command: Command): void {
    this.#thread?.postMessage(command, []);
  }

  async #onReport(report: Report): Promise<void> {
    switch (report.kind) {
      case "committed":
        return this.#options.store.checkForCommits();
      case "failed":
        return this.#options.store.failures.count(report.part, report.reason);
      case "hydrated":
        if (report.problem === undefined) return this.#hydrations.resolve(report.requestId);
        return this.#hydrations.reject(report.requestId, new StoreError("blobElsewhere", report.problem));
      case "requestToken":
        return this.#post(await this.#token(report));
    }
  }

  #hydrate(emailId: Id, accountId: Id): Promise<void> {
    if (!this.#thread) return Promise.reject(new Error("no connection to the account's server"));
    return this.#hydrations.send((requestId) => this.#post({ kind: "hydrate", requestId, accountId, emailId }));
  }

  async #token({ requestId, accountId, refused }: Report & { kind: "requestToken" }): Promise<Command> {
    try {
      return { kind: "token", requestId, token: await this.#options.tokens.of(accountId)(refused) };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { kind: "tokenFailed", requestId, isRefused: error instanceof SignInNeeded, reason };
    }
  }
}
