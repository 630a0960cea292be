/** Cards of an account that its server fails at, one sync after the other. Of this process alone. */
import type { Id } from "@pismo/jmap";

/** Syncs. From then on the person is told, and the card is sent less often. */
const MANY = 5;
const WAIT_MS = 60 * 60_000;

interface Failing {
  /** Syncs one after the other. */
  count: number;
  againAtMs: number;
}

export class CardFailures {
  /** A push was given up at this card: the next one begins behind it. */
  gaveUpAt: Id | undefined;
  readonly #cards = new Map<Id, Failing>();
  /** Of the sync under way. */
  readonly #counted = new Set<Id>();
  readonly #now: () => number;
  #isKnown = false;

  /** @param now milliseconds of a clock that is never set */
  constructor(now = (): number => performance.now()) {
    this.#now = now;
  }

  /** Those that have waited long enough. undefined: another process knew, and all are to be tried. */
  due(): Id[] | undefined {
    if (!this.#isKnown) return undefined;
    const now = this.#now();
    return [...this.#cards].flatMap(([id, { count, againAtMs }]) => (count >= MANY && againAtMs <= now ? [id] : []));
  }

  begin(): void {
    this.#isKnown = true;
    this.#counted.clear();
  }

  /** @returns whether it is to wait for long */
  note(id: Id): boolean {
    const before = this.#cards.get(id)?.count ?? 0;
    const count = this.#counted.has(id) ? before : before + 1;
    this.#counted.add(id);
    this.#cards.set(id, { count, againAtMs: this.#now() + WAIT_MS });
    return count >= MANY;
  }

  forget(id: Id): void {
    this.#cards.delete(id);
  }
}
