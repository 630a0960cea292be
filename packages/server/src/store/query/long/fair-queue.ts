/** A queue of several accounts' tasks: the account served longest ago is next, however many tasks the others have. */
import type { Id } from "@pismo/jmap";

export class FairQueue<T> {
  /** In the order in which the accounts are served. */
  readonly #queues = new Map<Id, T[]>();

  add(accountId: Id, task: T): void {
    const queue = this.#queues.get(accountId);
    if (queue) queue.push(task);
    else this.#queues.set(accountId, [task]);
  }

  /** Whether a task of one of these accounts waits. */
  has(accepts: (accountId: Id) => boolean): boolean {
    return [...this.#queues.keys()].some(accepts);
  }

  /** The next task of one of these accounts. */
  take(accepts: (accountId: Id) => boolean): T | undefined {
    for (const [accountId, queue] of this.#queues) {
      if (!accepts(accountId)) continue;
      const task = queue.shift();
      this.#queues.delete(accountId);
      if (queue.length > 0) this.#queues.set(accountId, queue);
      return task;
    }
    return undefined;
  }

  remove(task: T): void {
    for (const [accountId, queue] of this.#queues) {
      const at = queue.indexOf(task);
      if (at < 0) continue;
      queue.splice(at, 1);
      if (queue.length === 0) this.#queues.delete(accountId);
    }
  }

  get size(): number {
    return [...this.#queues.values()].reduce((sum, queue) => sum + queue.length, 0);
  }

  /** Removes and returns all tasks. */
  clear(): T[] {
    const tasks = [...this.#queues.values()].flat();
    this.#queues.clear();
    return tasks;
  }
}
