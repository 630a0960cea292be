/** Pictures of contacts by address, for the rows of a list: those that are in sight are asked for together, once. */
import { addressKey, CONTACTS, type Id, sessionShowing, type State } from "@pismo/jmap";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { placeOf } from "../session/all-accounts.ts";
import { hasCapability } from "../session/has-capability.ts";
import { givenSession, limits, request } from "../session/session.ts";
import { onNews } from "../sync/news.ts";
import { isOfCards } from "./card-news.ts";
import { pictureOf, type SomeCard } from "./card-names.ts";

/** Addresses of one request: each is a condition. A list shows fewer rows. */
const MOST_ASKED = 25;
/** The server finds addresses that contain the one: cards that may have it. */
const MAX_CANDIDATES = 50;
/** Octets: larger ones would hold up the list that they decorate. */
const MAX_PICTURE = 200_000;
/** What is remembered beyond that which is in sight: addresses, and characters of their pictures. */
const MOST_KNOWN = 1000;
const MOST_CHARS = 8_000_000;

/** By addressKey; null: there is none. Of two cards with one address the first that has a picture counts. Pure. */
export function picturesIn(cards: readonly SomeCard[], keys: readonly string[]): Map<string, string | null> {
  const found = new Map<string, string | null>(keys.map((key) => [key, null]));
  for (const card of cards) {
    const uri = pictureOf(card);
    if (uri === undefined || uri.length > MAX_PICTURE) continue;
    for (const { address } of Object.values(card.emails ?? {}))
      if (found.get(addressKey(address)) === null) found.set(addressKey(address), uri);
  }
  return found;
}

/** Those of one account. */
class AccountPictures {
  readonly #accountId: Id;
  /** In the order in which they were asked for. */
  readonly #known = new Map<string, string | null>();
  readonly #listeners = new Map<string, Set<() => void>>();
  #wanted = new Set<string>();
  #asking: Promise<void> | undefined;
  /** Without any card nothing is asked; undefined until it is known. */
  #hasCards: boolean | undefined;
  /** What is known is of it. */
  #state: State | undefined;
  /** Grows when cards change: an answer that was on its way says nothing of them. */
  #changes = 0;

  constructor(accountId: Id) {
    this.#accountId = accountId;
    onNews((changed) => {
      if (!changed) void this.#compare();
      else if (isOfCards(changed, accountId)) this.#askAgain();
    });
  }

  get(key: string): string | undefined {
    return this.#known.get(key) ?? undefined;
  }

  subscribe(key: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(key);
    };
  }

  want(key: string): void {
    if (this.#known.has(key) || this.#hasCards === false) return;
    this.#wanted.add(key);
    this.#askSoon();
  }

  /** When anything may have changed, as the connection for news is there again. */
  async #compare(): Promise<void> {
    await this.#asking;
    if (this.#state === undefined) return;
    const accountId = this.#accountId;
    // The server may be away, or the account no longer there.
    const state = await request((calls) => calls.call("ContactCard/get", { accountId, ids: [] }))
      .then((answer) => answer.result().state)
      .catch(() => undefined);
    if (state !== undefined && state !== this.#state) this.#askAgain();
  }

  /** What is in sight stays until the answer is there. */
  #askAgain(): void {
    this.#changes += 1;
    this.#state = undefined;
    this.#hasCards = undefined;
    for (const key of this.#known.keys()) if (!this.#listeners.has(key)) this.#known.delete(key);
    for (const key of this.#listeners.keys()) this.#wanted.add(key);
    this.#askSoon();
  }

  /** The rows of one turn ask together. */
  #askSoon(): void {
    setTimeout(() => {
      this.#asking ??= this.#askAll().finally(() => (this.#asking = undefined));
    });
  }

  /** One request after the other. Where the server is away, rows keep what they show until the next news. */
  async #askAll(): Promise<void> {
    try {
      for (let keys = this.#next(); keys.length > 0; keys = this.#next()) await this.#ask(keys);
    } catch {
      this.#wanted.clear();
    }
  }

  /** Of a list that is scrolled only those are asked for that are still in sight. */
  #next(): string[] {
    const inSight = [...this.#wanted].filter((key) => this.#listeners.has(key));
    this.#wanted = new Set(inSight.slice(MOST_ASKED));
    return inSight.slice(0, MOST_ASKED);
  }

  async #ask(keys: readonly string[]): Promise<void> {
    const changes = this.#changes;
    const accountId = this.#accountId;
    const { any, get } = await request((calls) => {
      const filter = { operator: "OR" as const, conditions: keys.map((key) => ({ email: `"${key}"` })) };
      const limit = Math.min(MAX_CANDIDATES, limits().maxObjectsInGet);
      const query = calls.call("ContactCard/query", { accountId, filter, limit });
      const ids = { "#ids": query.ref("/ids") };
      return {
        any: this.#hasCards ? undefined : calls.call("ContactCard/query", { accountId, limit: 1 }),
        get: calls.call("ContactCard/get", { accountId, ...ids, properties: ["emails", "media"] }),
      };
    });
    const { state, list } = get.result();
    if (changes === this.#changes) {
      this.#hasCards ??= any!.result().ids.length > 0;
      this.#state ??= state;
      if (state !== this.#state) return this.#askAgain();
    }
    for (const [key, uri] of picturesIn(list as SomeCard[], keys)) {
      // Rows that came while this was on its way wanted it too.
      if (changes === this.#changes) this.#wanted.delete(key);
      this.#known.delete(key);
      this.#known.set(key, uri);
      for (const listener of this.#listeners.get(key) ?? []) listener();
    }
    this.#forgetOthers();
  }

  /** What is not in sight any more goes, the oldest first. */
  #forgetOthers(): void {
    let chars = 0;
    for (const uri of this.#known.values()) chars += uri?.length ?? 0;
    for (const [key, uri] of this.#known) {
      if (this.#known.size <= MOST_KNOWN && chars <= MOST_CHARS) return;
      if (this.#listeners.has(key)) continue;
      this.#known.delete(key);
      chars -= uri?.length ?? 0;
    }
  }
}

const byAccount = new Map<Id, AccountPictures>();

function picturesOf(accountId: Id): AccountPictures | undefined {
  const session = givenSession();
  if (!session || !hasCapability(sessionShowing(session, accountId), accountId, CONTACTS)) return undefined;
  const pictures = byAccount.get(accountId) ?? new AccountPictures(accountId);
  byAccount.set(accountId, pictures);
  return pictures;
}

/**
 * The picture of the contact with an address, in the account that has the Email; undefined: none, or it is not known yet.
 */
export function useRowPicture(emailId: Id, address: string): string | undefined {
  const pictures = picturesOf(placeOf(emailId).accountId);
  const key = addressKey(address);
  const subscribe = useCallback(
    (listener: () => void) => pictures?.subscribe(key, listener) ?? (() => undefined),
    [pictures, key],
  );
  useEffect(() => pictures?.want(key), [pictures, key]);
  return useSyncExternalStore(subscribe, () => pictures?.get(key));
}
