/** The shown account's cards (RFC 9610), a window at a time. */
import { type Comparator, type ContactCardFilterCondition, type Filter, type Id, shownName } from "@pismo/jmap";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { getAccount, request } from "../session/session.ts";
import { onNews } from "../sync/news.ts";
import type { SomeCard } from "./card-names.ts";

/** Cards of one request: with their pictures. */
const PAGE = 60;
/** Members of a group that one request asks for: each is a condition. */
const MEMBERS = 150;

export const sortByName: Comparator[] = [{ property: "name/given" }, { property: "name/surname" }];
/** What a row shows. */
const rowProperties = ["uid", "kind", "name", "nicknames", "organizations", "titles", "emails", "phones", "media"];

export interface CardList {
  /** Undefined until it is known. */
  total: number | undefined;
  hasFailed: boolean;
  /** Of a position; undefined until it is there. */
  at: (position: number) => SomeCard | undefined;
}

export interface CardQuery {
  /** What is searched for. */
  text: string;
  /** Uids of a group's cards; undefined: all cards but groups. */
  members: readonly string[] | undefined;
}

class LiveCards {
  readonly #query: CardQuery;
  readonly #accountId: Id;
  readonly #listeners = new Set<() => void>();
  #pages = new Map<number, readonly SomeCard[]>();
  /** Of the state before, shown until theirs are there. */
  #stale = new Map<number, readonly SomeCard[]>();
  #loading = new Set<number>();
  #wanted: readonly [from: number, to: number] = [0, 1];
  #round = 0;
  #list: CardList = { total: undefined, hasFailed: false, at: () => undefined };

  constructor(query: CardQuery, accountId: Id) {
    this.#query = query;
    this.#accountId = accountId;
  }

  readonly list = (): CardList => this.#list;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  want(from: number, to: number): void {
    this.#wanted = [Math.max(0, from), Math.max(1, to)];
    for (let page = Math.floor(this.#wanted[0] / PAGE); page * PAGE < this.#wanted[1]; page++) void this.#load(page);
  }

  refresh(): void {
    this.#round++;
    this.#stale = new Map([...this.#stale, ...this.#pages]);
    this.#pages = new Map();
    this.#loading = new Set();
    this.want(...this.#wanted);
  }

  async #load(page: number): Promise<void> {
    if (this.#pages.has(page) || this.#loading.has(page)) return;
    const { total } = this.#list;
    if (total !== undefined && page > 0 && page * PAGE >= total && !this.#stale.has(page)) return;
    this.#loading.add(page);
    const round = this.#round;
    try {
      const { cards, total: all } = await (this.#query.members ? this.#group(this.#query.members) : this.#page(page));
      if (round !== this.#round) return;
      if (this.#query.members)
        for (let at = 0; at * PAGE < Math.max(1, all); at++)
          this.#pages.set(at, cards.slice(at * PAGE, (at + 1) * PAGE));
      else this.#pages.set(page, cards);
      this.#stale.delete(page);
      this.#tell(all, false);
    } catch {
      if (round === this.#round) this.#tell(total, true);
    } finally {
      if (round === this.#round) this.#loading.delete(page);
    }
  }

  async #page(page: number): Promise<{ cards: SomeCard[]; total: number }> {
    const accountId = this.#accountId;
    const { text } = this.#query;
    const noGroup: Filter<ContactCardFilterCondition> = { operator: "NOT", conditions: [{ kind: "group" }] };
    const filter = text === "" ? noGroup : { operator: "AND" as const, conditions: [noGroup, { text }] };
    const { query, get } = await request((calls) => {
      const position = page * PAGE;
      const window = { position, limit: PAGE, calculateTotal: true };
      const asked = calls.call("ContactCard/query", { accountId, filter, sort: sortByName, ...window });
      const ids = { "#ids": asked.ref("/ids") };
      return { query: asked, get: calls.call("ContactCard/get", { accountId, ...ids, properties: rowProperties }) };
    });
    const { ids, total = 0 } = query.result();
    const found = new Map(get.result().list.map((card) => [card.id, card as SomeCard]));
    return { cards: ids.flatMap((id) => found.get(id) ?? []), total };
  }

  /** All of a group's cards: the standard has no query for them (RFC 9610 §3.3.1 asks which group has a member). */
  async #group(members: readonly string[]): Promise<{ cards: SomeCard[]; total: number }> {
    const { text } = this.#query;
    const cards = await cardsOfUids(this.#accountId, members, text);
    cards.sort((one, other) => shownName(one).localeCompare(shownName(other)));
    return { cards, total: cards.length };
  }

  #tell(total: number | undefined, hasFailed: boolean): void {
    this.#list = {
      total,
      hasFailed,
      at: (position) => {
        const page = Math.floor(position / PAGE);
        return (this.#pages.get(page) ?? this.#stale.get(page))?.[position % PAGE];
      },
    };
    for (const listener of this.#listeners) listener();
  }
}

/** The cards with these uids; those that are in no account are left out. @throws what the request throws */
export async function cardsOfUids(accountId: Id, uids: readonly string[], text = ""): Promise<SomeCard[]> {
  const cards: SomeCard[] = [];
  for (let at = 0; at < uids.length; at += MEMBERS) {
    const conditions = uids.slice(at, at + MEMBERS).map((uid): ContactCardFilterCondition => ({ uid }));
    const any: Filter<ContactCardFilterCondition> = { operator: "OR", conditions };
    const filter = text === "" ? any : { operator: "AND" as const, conditions: [any, { text }] };
    const get = await request((calls) => {
      const query = calls.call("ContactCard/query", { accountId, filter });
      const ids = { "#ids": query.ref("/ids") };
      return calls.call("ContactCard/get", { accountId, ...ids, properties: rowProperties });
    });
    cards.push(...(get.result().list as SomeCard[]));
  }
  return cards;
}

export interface ShownCards extends CardList {
  want: (from: number, to: number) => void;
}

/** The list of a query, kept up to date. */
export function useCards(query: CardQuery): ShownCards {
  const key = JSON.stringify(query);
  const { accountId } = getAccount();
  const live = useMemo(() => new LiveCards(JSON.parse(key) as CardQuery, accountId), [key, accountId]);
  const list = useSyncExternalStore(live.subscribe, live.list, live.list);
  useEffect(() => {
    live.want(0, 1);
    return onNews((changed) => {
      if (!changed || changed[accountId]?.ContactCard !== undefined) live.refresh();
    });
  }, [live, accountId]);
  return useMemo(() => ({ ...list, want: live.want.bind(live) }), [list, live]);
}
