/** A least-recently-used cache of the bodies of Emails. */
import type { Id } from "@pismo/jmap";
import type { EmailContent } from "./email-properties.ts";
import { type Listener, tell } from "../signal.ts";

/** Characters of all bodies together; about twice as many octets. */
const maxCharacters = 16_000_000;
const maxEmails = 200;

/** elsewhere: its message is still on the mail server, which the server cannot reach now. */
export type LoadFailure = "notFound" | "error" | "elsewhere";

interface Entry {
  body: EmailContent | undefined;
  isLoading: boolean;
  failure: LoadFailure | undefined;
  /** With "error": finds the failure in the log of the server. */
  failureNumber?: string | undefined;
  characters: number;
}

export class BodyCache {
  readonly #entries = new Map<Id, Entry>();
  readonly #listeners = new Map<Id, Set<Listener>>();
  #characters = 0;

  /** Without a side effect, for drawing. */
  peek(id: Id): Readonly<Entry> | undefined {
    return this.#entries.get(id);
  }

  /** The entry once nothing is under way for it. */
  settled(id: Id): Promise<Readonly<Entry> | undefined> {
    const entry = this.#entries.get(id);
    if (!entry?.isLoading) return Promise.resolve(entry);
    return new Promise((resolve) => {
      const stop = this.subscribe(id, () => {
        if (this.#entries.get(id)?.isLoading) return;
        stop();
        resolve(this.#entries.get(id));
      });
    });
  }

  /** @returns whether the Email has to be fetched; from then on it counts as being loaded */
  begin(id: Id, isRowMissing: boolean): boolean {
    const entry = this.#entries.get(id);
    if (entry?.isLoading) return false;
    if (entry?.body && !isRowMissing) {
      this.#entries.delete(id);
      this.#entries.set(id, entry);
      return false;
    }
    this.#set(id, { body: entry?.body, isLoading: true, failure: undefined, characters: entry?.characters ?? 0 });
    return true;
  }

  put(body: EmailContent): void {
    const values = Object.values(body.bodyValues);
    const characters = values.reduce((sum, { value }) => sum + value.length, 0);
    this.#set(body.id, { body, isLoading: false, failure: undefined, characters });
    for (const [id, { characters: size }] of this.#entries) {
      if (this.#characters <= maxCharacters && this.#entries.size <= maxEmails) return;
      if (this.#listeners.has(id) || id === body.id) continue;
      this.#characters -= size;
      this.#entries.delete(id);
    }
  }

  fail(id: Id, failure: LoadFailure, failureNumber?: string): void {
    this.#set(id, { body: undefined, isLoading: false, failure, failureNumber, characters: 0 });
  }

  remove(ids: readonly Id[]): void {
    for (const id of ids) if (this.#entries.has(id)) this.fail(id, "notFound");
  }

  #set(id: Id, entry: Entry): void {
    this.#characters += entry.characters - (this.#entries.get(id)?.characters ?? 0);
    this.#entries.delete(id);
    this.#entries.set(id, entry);
    tell(this.#listeners.get(id) ?? []);
  }

  subscribe(id: Id, listener: Listener): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(id);
    };
  }
}
