/** Gives each of many accounts its turn, some at a time: an account that is not in use needs no connection of its own. */
import type { Id } from "@pismo/jmap";

export interface TurnOptions {
  /** Between two turns of one account. */
  intervalMs: number;
  maxConcurrent: number;
}

const CHECK_MS = 1000;

export class Turns {
  readonly #options: TurnOptions;
  readonly #run: (accountId: Id) => Promise<void>;
  /** Before their first turn, which goes before those of all others. */
  readonly #fresh = new Set<Id>();
  /** When each of the others is due, the longest due first. */
  readonly #dueAt = new Map<Id, number>();
  readonly #running = new Map<Id, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param run one turn, which never rejects */
  constructor(options: TurnOptions, run: (accountId: Id) => Promise<void>) {
    this.#options = options;
    this.#run = run;
  }

  has(accountId: Id): boolean {
    return this.#fresh.has(accountId) || this.#dueAt.has(accountId) || this.#running.has(accountId);
  }

  /** Its first turn comes as soon as one is free. */
  add(accountId: Id): void {
    if (this.has(accountId)) return;
    this.#fresh.add(accountId);
    this.#next();
  }

  /** Resolves when a turn that is under way has ended. */
  async remove(accountId: Id): Promise<void> {
    this.#fresh.delete(accountId);
    this.#dueAt.delete(accountId);
    await this.#running.get(accountId);
    this.#dueAt.delete(accountId);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#fresh.clear();
    this.#dueAt.clear();
    await Promise.all(this.#running.values());
  }

  #next(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    for (const accountId of this.#due(performance.now())) {
      if (this.#running.size >= this.#options.maxConcurrent) break;
      this.#fresh.delete(accountId);
      this.#dueAt.delete(accountId);
      this.#running.set(accountId, this.#turn(accountId));
    }
    if (this.#dueAt.size > 0) this.#timer = setTimeout(() => this.#next(), CHECK_MS).unref();
  }

  *#due(now: number): Iterable<Id> {
    yield* this.#fresh;
    for (const [accountId, dueAt] of this.#dueAt) {
      if (dueAt > now) return;
      yield accountId;
    }
  }

  async #turn(accountId: Id): Promise<void> {
    await this.#run(accountId);
    this.#running.delete(accountId);
    if (!this.#isClosed) this.#dueAt.set(accountId, performance.now() + this.#options.intervalMs);
    this.#next();
  }
}
