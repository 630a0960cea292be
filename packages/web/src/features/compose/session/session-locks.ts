/** Holds the Email in the hands of its form, under every Message-ID that it has had there. */
import { type DraftLock, lockDraft } from "../../../store/drafts/writing.ts";

export class SessionLocks {
  readonly #first: DraftLock;
  readonly #all: DraftLock[];
  readonly #onWanted: () => void;
  #isReleased = false;

  /** @param onWanted another tab asks for the Email */
  constructor(first: DraftLock, onWanted: () => void) {
    this.#first = first;
    this.#all = [first];
    this.#onWanted = onWanted;
  }

  /** The form is there, which lets go itself. */
  open(): void {
    this.#first.isInForm = true;
    this.#first.onWanted(this.#onWanted);
  }

  /** @param messageId new: no other tab knows it yet */
  async add(messageId: string): Promise<void> {
    const owned = await lockDraft(messageId);
    if (!owned) return;
    if (this.#isReleased) return owned.release();
    owned.onWanted(this.#onWanted);
    this.#all.push(owned);
  }

  release(): void {
    this.#isReleased = true;
    for (const each of this.#all) each.release();
  }
}
