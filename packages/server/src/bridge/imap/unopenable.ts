import type { Id } from "@pismo/jmap";

/** A folder may be deleted between a list and a look into it. */
const OFTEN = 2;

/**
 * Folders that a connection lists and cannot open. Some are opened to nobody; else the list is old, and may stay what it
 * was as long as the connection does (decision 13): the next one knows better.
 */
export class Unopenable {
  /** How often in a row, by this connection. */
  readonly #refused = new Map<Id, number>();
  /** By the connection before, which was no better. */
  #before: ReadonlySet<Id> = new Set();

  /** There is another connection. */
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

  get isListOld(): boolean {
    return [...this.#refused].some(([mailboxId, count]) => count >= OFTEN && !this.#before.has(mailboxId));
  }
}
