/** Keeps one account in sync with its server: connects, runs sync passes, pushes changes, fetches the backlog, waits. */
import type { Id } from "@pismo/jmap";
import { listFolders, UNKNOWN_TOTAL } from "../../../store/mirror/imap-folders.ts";
import { nextJobAt } from "../../../store/mirror/outbound-jobs.ts";
import { AccountState } from "../pull/account-state.ts";
import { Backfill } from "../pull/backfill.ts";
import { Hydration } from "../bodies/hydration.ts";
import { type BodyConnection, startBodyConnection } from "../bodies/body-connection.ts";
import { Offline, problemOf, Refusal, SignInNeeded } from "../connection/errors.ts";
import { UnreadableMessages } from "../pull/unreadable-messages.ts";
import { isOther, knownServer } from "../connection/known-server.ts";
import type { Mirror } from "./mirror.ts";
import { pushOut } from "../push/push-out.ts";
import { noteQuotas } from "../folders/quotas.ts";
import { jitter, monotonic, RetryPause } from "../connection/retry-pause.ts";
import { deeper, type Depth, isSelected, syncPass } from "../pull/sync-pass.ts";
import { type KnownServer, MAX_IDLE_MS, openSession, type Session } from "../connection/connection.ts";
import { CONNECTIONS, type SyncOptions } from "./sync-options.ts";
import { Unopenable } from "../folders/unopenable.ts";
import { Wakeup } from "./wakeup.ts";
import { idleOnInbox, type Watch, watchInbox } from "../connection/watch-inbox.ts";

export interface AccountSync {
  /** Runs a sync pass now, and reports it in the account's state. */
  requestPass(depth?: Depth): void;
  /** Resolves when it has ended; unfinished work stays in the store. */
  close(): Promise<void>;
}

/** At most a minute with its jitter: what a server refuses for a while is retried with a pass. */
const PASS_INTERVAL_MS = 50_000;
/** Every so many passes all flags are compared, where the server cannot report which have changed. */
const PASSES_PER_THOROUGH = 10;

/** Keeps one account in sync until it is closed. */
export function startAccountSync(accountId: Id, options: SyncOptions): AccountSync {
  const sync = new Sync(accountId, options);
  const running = sync.run();
  return {
    requestPass: (depth = "regular") => sync.requestPass(depth),
    async close() {
      sync.end();
      await running;
    },
  };
}

class Sync {
  readonly #accountId: Id;
  readonly #options: SyncOptions;
  readonly #wakeup = new Wakeup();
  readonly #backfill = new Backfill();
  readonly #unopenable = new Unopenable();
  readonly #unreadable = new UnreadableMessages();
  readonly #hydration = new Hydration(() => this.#onHydrationRequest());
  readonly #state: AccountState;
  #dueDepth: Depth | undefined;
  #passes = 0;
  /** A person waits for the due pass. */
  #isRequested = false;
  readonly #ending = new AbortController();
  /** State of the inbox when this connection last entered IDLE. */
  #inbox = "";
  #session: Session | undefined;
  #bodyConnection: BodyConnection | undefined;
  /** This connection has completed a pass. */
  #hasPassed = false;
  /** All headers are here. */
  #isFilled = false;

  constructor(accountId: Id, options: SyncOptions) {
    this.#accountId = accountId;
    this.#options = options;
    this.#state = new AccountState(accountId, options.store, options.log);
  }

  get #isEnded(): boolean {
    return this.#ending.signal.aborted;
  }

  #schedulePass(depth: Depth): void {
    this.#dueDepth = deeper(this.#dueDepth, depth);
    this.#wakeup.notify();
  }

  requestPass(depth: Depth): void {
    this.#isRequested = true;
    this.#schedulePass(depth);
  }

  end(): void {
    this.#ending.abort();
    this.#wakeup.notify();
    // Ends a command that still waits for its answer.
    this.#session?.client.close();
  }

  async run(): Promise<void> {
    const { store } = this.#options;
    const stopListening = store.onCommit((accountIds) => {
      if (!accountIds.has(this.#accountId)) return;
      this.#wakeup.notify();
      this.#bodyConnection?.notify();
    });
    const stopServing = store.serveMessages(this.#accountId, (emailId) => this.#hydrate(emailId));
    const pause = new RetryPause(this.#options);
    while (!this.#isEnded) {
      let server: KnownServer | undefined;
      try {
        server = await this.#server();
        if (!server) break;
        await this.#runConnected(server, () => pause.reset());
      } catch (error) {
        if (this.#isEnded) break;
        await this.#failed(error);
        await this.#waitToRetry(server, pause.after(error));
      }
    }
    stopListening();
    stopServing();
    this.#hydration.rejectAll("no connection to the account's server");
    await this.#state.stop();
  }

  async #hydrate(emailId: Id): Promise<void> {
    if (this.#state.now === "signIn") throw new SignInNeeded("the account's server needs a new sign-in");
    return this.#hydration.hydrate(emailId);
  }

  #onHydrationRequest(): void {
    // Without a connection a request is a reason to try again.
    if (!this.#session) this.#dueDepth ??= "regular";
    this.#bodyConnection?.notify();
    this.#wakeup.notify();
  }

  /** Whether messages are fetched by the connection that does everything else. */
  get #sharesConnection(): boolean {
    return this.#bodyConnection === undefined || this.#bodyConnection.isUnavailable;
  }

  async #server(): Promise<KnownServer | undefined> {
    return knownServer(this.#accountId, this.#options);
  }

  /** Returns when the connection is lost, the settings change, or the sync ends. */
  async #runConnected(server: KnownServer, onProgress: () => void): Promise<void> {
    const { store, ingest, log, tls, connections = CONNECTIONS } = this.#options;
    const accountId = this.#accountId;
    if (this.#state.now === undefined || this.#isRequested) await this.#state.set("connecting");
    const session = await openSession(server, log, { tls, maxIdleTime: MAX_IDLE_MS, signal: this.#ending.signal });
    this.#session = session;
    session.client.once("close", () => this.#wakeup.notify());
    const requestPass = (): void => this.#schedulePass("quick");
    // Once a pass has listed the folders: where two connections make the same index of folders, Dovecot 2.3 crashes, and
    // lists them wrongly from then on.
    let watch: Watch | undefined;
    const onFolders = (): void => {
      if (connections >= 2) watch ??= watchInbox(server, log, { tls }, requestPass);
    };
    const mirror: Mirror = {
      accountId,
      store,
      ingest,
      log,
      session,
      unreadable: this.#unreadable,
      arrived: new Set(),
      requestPass,
    };
    if (connections >= 3) {
      const hydration = this.#hydration;
      const [mayHydrateAll, onChange] = [() => this.#isFilled, () => this.#wakeup.notify()];
      this.#bodyConnection = startBodyConnection({ server, mirror, hydration, log, tls, mayHydrateAll, onChange });
    }
    try {
      if (this.#hasPassed) this.#unopenable.begin();
      this.#hasPassed = false;
      this.#schedulePass("regular");
      await this.#state.set("syncing");
      log.info("Connected to the IMAP server", { accountId, host: server.host });
      while (!this.#isEnded) {
        if ((await this.#work(mirror, onProgress, onFolders)) === "renew") return;
        onProgress();
        if (this.#isEnded || (await this.#waitForWork(server, session, watch))) return;
      }
    } finally {
      const bodyConnection = this.#bodyConnection;
      this.#session = undefined;
      this.#bodyConnection = undefined;
      await Promise.all([bodyConnection?.close(), watch?.close(), session.close()]);
    }
  }

  /**
   * Does all that is due: requested messages, sync passes, changes made here, the backlog of headers and of messages.
   * @param onFolders after each pass
   * @returns "renew" where the rest needs another connection
   */
  async #work(mirror: Mirror, onProgress: () => void, onFolders: () => void): Promise<"done" | "renew"> {
    for (;;) {
      if (this.#isEnded) return "done";
      const depth = this.#dueDepth;
      if (depth !== undefined) {
        // Dovecot's list of folders may stay the same as long as the connection does.
        if (depth === "thorough" && this.#hasPassed) return "renew";
        if (depth !== "quick") this.#backfill.retrySkipped();
        this.#dueDepth = undefined;
        if (this.#isRequested) await this.#state.set("syncing");
        this.#isRequested = false;
        const [backfill, unopenable] = [this.#backfill, this.#unopenable];
        if (await syncPass(mirror, { backfill, unopenable }, depth)) this.#schedulePass("quick");
        if (depth !== "quick") this.#hydration.retryMissed();
        if (depth !== "quick") await noteQuotas(mirror);
        this.#hasPassed = true;
        onFolders();
        if (unopenable.isListOld) return "renew";
      }
      const hasPushed = await pushOut(mirror);
      const hasFetched = await this.#fetchBacklog(mirror);
      // A connection that breaks again and again, each time a little later, is no reason for longer pauses.
      if (hasFetched) onProgress();
      this.#isFilled = !hasFetched;
      if (this.#isFilled) this.#bodyConnection?.notify();
      const isIdle = !hasPushed && !hasFetched && this.#dueDepth === undefined;
      const hasHydrated = this.#sharesConnection && (await this.#hydrateHere(mirror, isIdle));
      if (isIdle && !hasHydrated) return "done";
    }
  }

  async #hydrateHere(mirror: Mirror, mayHydrateAll: boolean): Promise<boolean> {
    if (await this.#hydration.hydrateRequested(mirror)) return true;
    if (!mayHydrateAll || !(await this.#hydration.hasMore(mirror))) return false;
    if (await this.#isKnown()) await this.#state.set("upToDate");
    return this.#hydration.hydrateNext(mirror);
  }

  async #fetchBacklog(mirror: Mirror): Promise<boolean> {
    const folder = await this.#backfill.next(mirror);
    if (!folder) return false;
    await this.#state.set("syncing");
    try {
      await this.#backfill.fetchSlice(mirror, folder);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // A list may name folders that are deleted: asked again at once, the server would repeat it.
      this.#backfill.skip(folder.mailboxId);
      if (!isSelected(mirror, folder)) {
        this.#unopenable.refuse(folder.mailboxId);
        this.#schedulePass("quick");
      }
    }
    return true;
  }

  /** Whether the messages of every folder that can be opened are known. */
  async #isKnown(): Promise<boolean> {
    const folders = await this.#options.store.read((reader) => listFolders(reader, this.#accountId));
    return folders.every(
      ({ isGone, isSelectable, total, backfillUid, mailboxId }) =>
        isGone || !isSelectable || this.#unopenable.has(mailboxId) || (total !== UNKNOWN_TOTAL && backfillUid <= 1),
    );
  }

  /** Waits until work is due. @returns whether the settings have changed */
  async #waitForWork(server: KnownServer, session: Session, watch: Watch | undefined): Promise<boolean> {
    await this.#state.set((await this.#isKnown()) ? "upToDate" : "syncing");
    this.#options.onRest?.();
    const { passIntervalMs = PASS_INTERVAL_MS } = this.#options;
    const nextPassAt = monotonic() + jitter(passIntervalMs);
    let stopIdling: (() => Promise<void>) | undefined;
    try {
      for (;;) {
        if (this.#isEnded || this.#dueDepth !== undefined) return false;
        const dueInMs = await this.#dueInMs();
        if (dueInMs <= 0 || (this.#sharesConnection && this.#hydration.hasRequests)) return false;
        if (monotonic() >= nextPassAt) {
          this.#schedulePass(++this.#passes % PASSES_PER_THOROUGH === 0 ? "thorough" : "regular");
          return false;
        }
        if (!watch?.isListening()) stopIdling ??= await this.#idleOnInbox(session);
        await this.#wakeup.wait(Math.min(dueInMs, nextPassAt - monotonic()));
        if (!this.#isEnded && isOther(server, await this.#server())) return true;
        if (!session.client.usable) throw new Offline("the connection was lost");
      }
    } finally {
      await stopIdling?.();
    }
  }

  async #idleOnInbox(session: Session): Promise<() => Promise<void>> {
    try {
      const { stop, inbox } = await idleOnInbox(session, () => this.#schedulePass("quick"));
      // It changed between the last pass and IDLE.
      if (inbox !== this.#inbox) this.#schedulePass("quick");
      this.#inbox = inbox;
      return stop;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return async () => {};
    }
  }

  /** Milliseconds until a job is due. */
  async #dueInMs(): Promise<number> {
    const at = await this.#options.store.read((reader) => nextJobAt(reader, this.#accountId, new Date()));
    return at === undefined ? Infinity : at.getTime() - Date.now();
  }

  /** Returns after the pause, with other settings, or when a person requests a pass. */
  async #waitToRetry(server: KnownServer | undefined, pauseMs: number): Promise<void> {
    for (const until = monotonic() + pauseMs; !this.#isEnded && monotonic() < until;) {
      await this.#wakeup.wait(until - monotonic());
      if (this.#isEnded) return;
      // The database may be away.
      const current = await this.#server().catch(() => server);
      if (server && isOther(server, current)) return;
      if (this.#dueDepth === "regular" || this.#dueDepth === "thorough") return;
    }
  }

  async #failed(error: unknown): Promise<void> {
    this.#dueDepth = undefined;
    this.#isRequested = false;
    this.#hydration.rejectAll(problemOf(error));
    try {
      await this.#state.fail(error);
    } catch (failure) {
      // The database may be away as well: the next attempt finds out.
      const accountId = this.#accountId;
      this.#options.log.warn("A mirror's state could not be recorded", { accountId, error: failure });
    }
    this.#options.onRest?.();
  }
}
