/** Records the state of an account's mirror in the store, and the progress while headers arrive. */
import type { Id } from "@pismo/jmap";
import type { Logger } from "../../../log.ts";
import { type MirrorState, setMirrorState } from "../../../store/mirror/imap-accounts.ts";
import type { Store } from "../../../store/db/store.ts";
import { isBug, problemOf, SignInNeeded } from "../connection/errors.ts";
import { Progress } from "./progress.ts";

export class AccountState {
  readonly #accountId: Id;
  readonly #store: Store;
  readonly #log: Logger;
  readonly #progress: Progress;
  #now: MirrorState | undefined;

  constructor(accountId: Id, store: Store, log: Logger) {
    this.#accountId = accountId;
    this.#store = store;
    this.#log = log;
    this.#progress = new Progress(accountId, store);
  }

  /** undefined: not recorded yet. */
  get now(): MirrorState | undefined {
    return this.#now;
  }

  async set(state: MirrorState): Promise<void> {
    if (this.#now === state) return;
    await this.#write(state, null);
    if (state === "syncing") this.#progress.start();
    if (state === "upToDate") this.#log.info("The mirror is up to date", { accountId: this.#accountId });
  }

  /** Records that the server cannot be used. */
  async fail(error: unknown): Promise<void> {
    const state = error instanceof SignInNeeded ? "signIn" : "offline";
    const problem = problemOf(error);
    const accountId = this.#accountId;
    if (this.#now !== state) this.#log.warn("The IMAP server cannot be used", { accountId, problem });
    // A bug of ours is logged as one, and retried all the same.
    this.#log[isBug(error) ? "error" : "debug"]("IMAP", { accountId, error });
    await this.#write(state, problem);
  }

  /** Resolves after the last write. */
  async stop(): Promise<void> {
    await this.#progress.stop();
  }

  async #write(state: MirrorState, problem: string | null): Promise<void> {
    this.#now = state;
    await this.#progress.stop();
    await this.#store.write((tx) => setMirrorState(tx, this.#accountId, state, problem));
  }
}
