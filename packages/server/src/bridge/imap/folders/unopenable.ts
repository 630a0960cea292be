import type { Id } from "@pismo/jmap";

/** One refusal is no proof: a folder may be deleted between the list and its opening. */
const MIN_REFUSALS = 2;

/**
 * Folders that a connection lists and cannot open. Some are never opened; otherwise the list is outdated, and may stay so
 * as long as the connection does (decision 13): the next connection gets a new one.
 */
export class Unopenable {
  /** Consecutive refusals on this connection. */
  readonly #refused = new Map<Id, number>();
  /** Refused on the previous connection as well. */
  #before: ReadonlySet<Id> = new Set();

  /** A new connection was opened. */
  begin(): void {
    this.#before = new Set(this.#refused.keys());
    this.#refused.clear();
  }

  refuse(mailboxId: Id): void {
    this.#refused.set(mailboxId, (this.#refused.get(mailboxId) ?? 0) + 1);
  }

  open(mailboxId: Id): void {
    this.#refused.delete(mailboxId);
  }

  has(mailboxId: Id): boolean {
    return this.#refused.has(mailboxId);
  }

  get isListOld(): boolean {
    return [...this.#refused].some(([mailboxId, count]) => count >= MIN_REFUSALS && !this.#before.has(mailboxId));
  }
}
