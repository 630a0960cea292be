/** What the store says of an account's mirror: how it stands with the server, and while letters come how far they are. */
import type { Id } from "@pismo/jmap";
import type { Logger } from "../../log.ts";
import { type MirrorState, setMirrorState } from "../../store/imap-accounts.ts";
import type { Store } from "../../store/store.ts";
import { isOurs, problemOf, SignInNeeded } from "./errors.ts";
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

  /** undefined: nothing has been said yet. */
  get now(): MirrorState | undefined {
    return this.#now;
  }

  async set(state: MirrorState): Promise<void> {
    if (this.#now === state) return;
    await this.#write(state, null);
    if (state === "syncing") this.#progress.start();
    if (state === "upToDate") this.#log.info("The mirror is up to date", { accountId: this.#accountId });
  }

  /** The server cannot be used. */
  async fail(error: unknown): Promise<void> {
    const state = error instanceof SignInNeeded ? "signIn" : "offline";
    const problem = problemOf(error);
    const accountId = this.#accountId;
    if (this.#now !== state) this.#log.warn("The IMAP server cannot be used", { accountId, problem });
    // A mistake of ours is not the network's: it is tried again all the same.
    this.#log[isOurs(error) ? "error" : "debug"]("IMAP", { accountId, error });
    await this.#write(state, problem);
  }

  /** Resolves when nothing is written any more. */
  async stop(): Promise<void> {
    await this.#progress.stop();
  }

  async #write(state: MirrorState, problem: string | null): Promise<void> {
    this.#now = state;
    await this.#progress.stop();
    await this.#store.write((tx) => setMirrorState(tx, this.#accountId, state, problem));
  }
}
