/** While letters come, says how far that is: at most once a second, and only when there is something new to say. */
import type { Id } from "@pismo/jmap";
import { getMirrorStatus, noteMirrorProgress } from "../../store/imap-accounts.ts";
import type { Store } from "../../store/store.ts";
import { Pace } from "./pace.ts";

const EVERY = 1000;

export class Progress {
  readonly #accountId: Id;
  readonly #store: Store;
  #pace = new Pace();
  #timer: NodeJS.Timeout | undefined;
  #noting: Promise<void> = Promise.resolve();
  #told = "";

  constructor(accountId: Id, store: Store) {
    this.#accountId = accountId;
    this.#store = store;
  }

  start(): void {
    if (this.#timer) return;
    this.#pace = new Pace();
    this.#wait();
  }

  /** Resolves when nothing is written any more. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#noting;
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      // What cannot be written now can be read all the same.
      this.#noting = this.#note().catch(() => {});
      void this.#noting.then(() => this.#timer && this.#wait());
    }, EVERY).unref();
  }

  async #note(): Promise<void> {
    const status = await this.#store.read((reader) => getMirrorStatus(reader, this.#accountId));
    if (!status) return;
    const { emailsDone, emailsTotal } = status;
    this.#pace.note(Date.now(), emailsDone);
    const secondsLeft = this.#pace.secondsFor(emailsTotal - emailsDone, Date.now());
    const news = `${emailsDone} ${emailsTotal} ${secondsLeft}`;
    if (news === this.#told) return;
    this.#told = news;
    await this.#store.write((tx) => noteMirrorProgress(tx, this.#accountId, secondsLeft));
  }
}
