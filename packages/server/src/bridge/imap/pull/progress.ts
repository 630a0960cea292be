/** Records the progress of a sync, at most once a second, and only when it has changed. */
import type { Id } from "@pismo/jmap";
import { getMirrorStatus, noteMirrorProgress } from "../../../store/mirror/imap-accounts.ts";
import type { Store } from "../../../store/db/store.ts";
import { ProgressRate } from "./progress-rate.ts";

const INTERVAL_MS = 1000;

export class Progress {
  readonly #accountId: Id;
  readonly #store: Store;
  #rate = new ProgressRate();
  #timer: NodeJS.Timeout | undefined;
  #noting: Promise<void> = Promise.resolve();
  #recorded = "";

  constructor(accountId: Id, store: Store) {
    this.#accountId = accountId;
    this.#store = store;
  }

  start(): void {
    if (this.#timer) return;
    this.#rate = new ProgressRate();
    this.#wait();
  }

  /** Resolves after the last write. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#noting;
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      // Progress that cannot be recorded is no reason to stop.
      this.#noting = this.#note().catch(() => {});
      void this.#noting.then(() => this.#timer && this.#wait());
    }, INTERVAL_MS).unref();
  }

  async #note(): Promise<void> {
    const status = await this.#store.read((reader) => getMirrorStatus(reader, this.#accountId));
    if (!status) return;
    const { emailsDone, emailsTotal } = status;
    this.#rate.add(Date.now(), emailsDone);
    const secondsLeft = this.#rate.secondsLeft(emailsTotal - emailsDone, Date.now());
    const progress = `${emailsDone} ${emailsTotal} ${secondsLeft}`;
    if (progress === this.#recorded) return;
    this.#recorded = progress;
    await this.#store.write((tx) => noteMirrorProgress(tx, this.#accountId, secondsLeft));
  }
}
