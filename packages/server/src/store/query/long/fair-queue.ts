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

  /** Whether one of these tasks waits. */
  has(accepts: (task: T) => boolean): boolean {
    return [...this.#queues.values()].some((queue) => queue.some(accepts));
  }

  /** The next of these tasks. */
  take(accepts: (task: T) => boolean): T | undefined {
    for (const [accountId, queue] of this.#queues) {
      const at = queue.findIndex(accepts);
      if (at < 0) continue;
      const [task] = queue.splice(at, 1);
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
