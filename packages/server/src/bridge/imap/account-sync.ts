/** One account kept in step with its server: connects, looks, pushes out, fetches what is left, and waits for news. */
import type { Id } from "@pismo/jmap";
import { listFolders } from "../../store/imap-folders.ts";
import { nextJobAt } from "../../store/outbound-jobs.ts";
import { AccountState } from "./account-state.ts";
import { Backfill } from "./backfill.ts";
import { Bodies } from "./bodies.ts";
import { type BodyLine, startBodyLine } from "./body-line.ts";
import { Offline, problemOf, Refusal, SignInNeeded } from "./errors.ts";
import { isOther, knownServer } from "./known-server.ts";
import type { Mirror } from "./mirror.ts";
import { jitter, monotonic, RENEW_IDLE } from "./pauses.ts";
import { pushOut } from "./push-out.ts";
import { RetryPause } from "./retry-pause.ts";
import { deeper, type Depth, inOrder, round } from "./round.ts";
import { type KnownServer, openSession, type Session } from "./session.ts";
import { CONNECTIONS, type SyncOptions } from "./sync-options.ts";
import { Unopenable } from "./unopenable.ts";
import { Wakeup } from "./wakeup.ts";
import { type Watch, watchInbox, watchMeanwhile } from "./watch-inbox.ts";

export interface AccountSync {
  /** Looks at the server now, and lets the state say so. */
  look(depth?: Depth): void;
  /** Resolves when it has ended; what is not done waits in the store. */
  close(): Promise<void>;
}

const LOOK_EVERY = 60_000;
/** Every so many looks all flags are compared, where the server cannot say what has changed. */
const THOROUGH_EVERY = 10;

/** Keeps one account in step until it is closed. */
export function startAccountSync(accountId: Id, options: SyncOptions): AccountSync {
  const sync = new Sync(accountId, options);
  const running = sync.run();
  return {
    look: (depth = "regular") => sync.ask(depth),
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
  readonly #bodies = new Bodies(() => this.#onAsked());
  readonly #state: AccountState;
  #wanted: Depth | undefined;
  #looks = 0;
  /** Somebody waits for what comes of it. */
  #isAsked = false;
  readonly #ending = new AbortController();
  /** As it was when it was last listened to. */
  #inbox = "";
  #session: Session | undefined;
  #line: BodyLine | undefined;
  /** At the folders, by this connection. */
  #hasLooked = false;
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

  want(depth: Depth): void {
    this.#wanted = deeper(this.#wanted, depth);
    this.#wakeup.ring();
  }

  ask(depth: Depth): void {
    this.#isAsked = true;
    this.want(depth);
  }

  end(): void {
    this.#ending.abort();
    this.#wakeup.ring();
    // Whatever it waits for there, it waits no longer.
    this.#session?.client.close();
  }

  async run(): Promise<void> {
    const { store } = this.#options;
    const stopListening = store.onCommit((accountIds) => {
      if (!accountIds.has(this.#accountId)) return;
      this.#wakeup.ring();
      this.#line?.ring();
    });
    const stopServing = store.serveMessages(this.#accountId, (emailId) => this.#bring(emailId));
    const pause = new RetryPause(this.#options);
    while (!this.#isEnded) {
      const server = await this.#server();
      if (!server) break;
      try {
        await this.#connected(server, () => pause.beginAnew());
      } catch (error) {
        if (this.#isEnded) break;
        await this.#failed(error);
        await this.#waitWithout(server, pause.after(error));
      }
    }
    stopListening();
    stopServing();
    this.#bodies.refuseAll("nobody is connected to its server");
    await this.#state.stop();
  }

  async #bring(emailId: Id): Promise<void> {
    if (this.#state.now === "signIn") throw new SignInNeeded("somebody has to sign in to its server again");
    return this.#bodies.bring(emailId);
  }

  #onAsked(): void {
    // Without a connection this is the time to try again.
    if (!this.#session) this.#wanted ??= "regular";
    this.#line?.ring();
    this.#wakeup.ring();
  }

  /** Whether messages come by the connection that everything else is done by. */
  get #sharesConnection(): boolean {
    return this.#line === undefined || this.#line.isUnavailable;
  }

  async #server(): Promise<KnownServer | undefined> {
    return knownServer(this.#accountId, this.#options);
  }

  /** Until the connection is lost, the settings change, or it is time to end. */
  async #connected(server: KnownServer, onProgress: () => void): Promise<void> {
    const { store, ingest, log, tls, connections = CONNECTIONS } = this.#options;
    const accountId = this.#accountId;
    if (this.#state.now === undefined || this.#isAsked) await this.#state.set("connecting");
    const session = await openSession(server, log, { tls, maxIdleTime: RENEW_IDLE, signal: this.#ending.signal });
    this.#session = session;
    session.client.once("close", () => this.#wakeup.ring());
    const watch = connections < 2 ? undefined : watchInbox(server, log, { tls }, () => this.want("quick"));
    const mirror: Mirror = { accountId, store, ingest, log, session, wantRound: () => this.want("quick") };
    if (connections >= 3) {
      const bodies = this.#bodies;
      const [mayGoAhead, onChange] = [() => this.#isFilled, () => this.#wakeup.ring()];
      this.#line = startBodyLine({ server, mirror, bodies, log, tls, mayGoAhead, onChange });
    }
    try {
      if (this.#hasLooked) this.#unopenable.begin();
      this.#hasLooked = false;
      this.want("regular");
      await this.#state.set("syncing");
      log.info("Connected to the IMAP server", { accountId, host: server.host });
      while (!this.#isEnded) {
        if ((await this.#work(mirror, onProgress)) === "renew") return;
        onProgress();
        if (this.#isEnded || (await this.#rest(server, session, watch))) return;
      }
    } finally {
      const line = this.#line;
      this.#session = undefined;
      this.#line = undefined;
      await Promise.all([line?.close(), watch?.close(), session.close()]);
    }
  }

  /**
   * Everything that there is to do now: what people wait for, news, what was changed here, older letters, messages.
   * @returns whether what is left is for another connection
   */
  async #work(mirror: Mirror, onProgress: () => void): Promise<"done" | "renew"> {
    for (;;) {
      if (this.#isEnded) return "done";
      const depth = this.#wanted;
      if (depth !== undefined) {
        // Dovecot's list of folders may stay what it was as long as the connection does.
        if (depth === "thorough" && this.#hasLooked) return "renew";
        if (depth !== "quick") this.#backfill.lookAgain();
        this.#wanted = undefined;
        if (this.#isAsked) await this.#state.set("syncing");
        this.#isAsked = false;
        const [backfill, unopenable] = [this.#backfill, this.#unopenable];
        if (await round(mirror, { backfill, unopenable }, depth)) this.want("quick");
        if (depth !== "quick") this.#bodies.lookAgain();
        this.#hasLooked = true;
        if (unopenable.isListOld) return "renew";
      }
      const hasPushed = await pushOut(mirror);
      const hasFetched = await this.#fetchOlder(mirror);
      // A connection that breaks again and again, and each time a little later, is no reason to wait longer.
      if (hasFetched) onProgress();
      this.#isFilled = !hasFetched;
      if (this.#isFilled) this.#line?.ring();
      const isIdle = !hasPushed && !hasFetched && this.#wanted === undefined;
      const hasBrought = this.#sharesConnection && (await this.#bringMessages(mirror, isIdle));
      if (isIdle && !hasBrought) return "done";
    }
  }

  async #bringMessages(mirror: Mirror, mayGoAhead: boolean): Promise<boolean> {
    if (await this.#bodies.serve(mirror)) return true;
    if (!mayGoAhead || !(await this.#bodies.hasMore(mirror))) return false;
    await this.#state.set("upToDate");
    return this.#bodies.goAhead(mirror);
  }

  async #fetchOlder(mirror: Mirror): Promise<boolean> {
    const folders = await mirror.store.read((reader) => listFolders(reader, this.#accountId));
    const folder = this.#backfill.next(inOrder(folders));
    if (!folder) return false;
    await this.#state.set("syncing");
    try {
      await this.#backfill.step(mirror, folder);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // A list may name folders that are gone: asked at once, and again and again, it would say no other.
      this.#backfill.leave(folder.mailboxId);
      this.#unopenable.refuse(folder.mailboxId);
      this.want("quick");
    }
    return true;
  }

  /** Waits for something to do. @returns whether the settings have changed */
  async #rest(server: KnownServer, session: Session, watch: Watch | undefined): Promise<boolean> {
    await this.#state.set("upToDate");
    const { lookEvery = LOOK_EVERY } = this.#options;
    const lookAt = monotonic() + jitter(lookEvery);
    let stopWatching: (() => Promise<void>) | undefined;
    try {
      for (;;) {
        if (this.#isEnded || this.#wanted !== undefined) return false;
        const dueIn = await this.#dueIn();
        if (dueIn <= 0 || (this.#sharesConnection && this.#bodies.isAsked)) return false;
        if (monotonic() >= lookAt) {
          this.want(++this.#looks % THOROUGH_EVERY === 0 ? "thorough" : "regular");
          return false;
        }
        if (!watch?.isListening()) stopWatching ??= await this.#watchMeanwhile(session);
        await this.#wakeup.wait(Math.min(dueIn, lookAt - monotonic()));
        if (!this.#isEnded && isOther(server, await this.#server())) return true;
        if (!session.client.usable) throw new Offline("the connection was lost");
      }
    } finally {
      await stopWatching?.();
    }
  }

  async #watchMeanwhile(session: Session): Promise<() => Promise<void>> {
    try {
      const { stop, inbox } = await watchMeanwhile(session, () => this.want("quick"));
      // What came between the last look and this.
      if (inbox !== this.#inbox) this.want("quick");
      this.#inbox = inbox;
      return stop;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return async () => {};
    }
  }

  /** Milliseconds until a job is due. */
  async #dueIn(): Promise<number> {
    const at = await this.#options.store.read((reader) => nextJobAt(reader, this.#accountId, new Date()));
    return at === undefined ? Infinity : at.getTime() - Date.now();
  }

  /** Nothing but time and other settings help. */
  async #waitWithout(server: KnownServer, pause: number): Promise<void> {
    for (const until = monotonic() + pause; !this.#isEnded && monotonic() < until;) {
      await this.#wakeup.wait(until - monotonic());
      if (this.#isEnded || isOther(server, await this.#server())) return;
      // Somebody asks for it.
      if (this.#wanted === "regular" || this.#wanted === "thorough") return;
    }
  }

  async #failed(error: unknown): Promise<void> {
    this.#wanted = undefined;
    this.#isAsked = false;
    this.#bodies.refuseAll(problemOf(error));
    await this.#state.fail(error);
  }
}
