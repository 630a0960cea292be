import type { Id } from "@pismo/jmap";

/** After so many passes a message that the server does not return counts as unreadable. */
const MAX_PASSES = 3;

/** Folders with messages that the server counts and does not return. */
export class UnreadableMessages {
  readonly #passes = new Map<Id, number>();

  /** @returns whether another pass should request them */
  note(mailboxId: Id, count: number): boolean {
    const passes = count === 0 ? 0 : (this.#passes.get(mailboxId) ?? 0) + 1;
    if (passes === 0) this.#passes.delete(mailboxId);
    else this.#passes.set(mailboxId, passes);
    return passes > 0 && passes < MAX_PASSES;
  }
}
