/** The cards of the shown account, or of all together (RFC 9610), a window at a time. */
import { type Comparator, type ContactCardFilterCondition, type Filter, type Id, shownName } from "@pismo/jmap";
import { otherAlphabets, otherLayout } from "../../search-language/other-spellings.ts";
import { placeOf } from "../session/all-accounts.ts";
import { request } from "../session/session.ts";
import { createSignal, type Signal, useSignal } from "../signal.ts";
import { LivePages, type Page, type ShownList, useLivePages, WHOLE } from "../windowed/live-pages.ts";
import type { SomeCard } from "./card-names.ts";
import { shownIdOf } from "./card-accounts.ts";
import { hasContactsIn } from "./has-contacts.ts";

/** Cards of one request: with their pictures. */
const PAGE = 60;
/** Members of a group that one request asks for: each is a condition. */
const MEMBERS = 150;

const sortByName: Comparator[] = [{ property: "name/given" }, { property: "name/surname" }];
/** What a row shows. */
const rowProperties = ["uid", "kind", "name", "nicknames", "organizations", "titles", "emails", "phones", "media"];

export interface CardQuery {
  /** What is searched for. */
  text: string;
  /** A group, and the uids of its cards, which are those of its account; undefined: all cards but groups. */
  group: { id: Id; members: readonly string[] } | undefined;
}

type CardFilter = Filter<ContactCardFilterCondition>;

/** @param texts of which one is found; none: all cards */
const withTexts = (filter: CardFilter, texts: readonly string[]): CardFilter =>
  texts.length === 0
    ? filter
    : { operator: "AND", conditions: [filter, { operator: "OR", conditions: texts.map((text) => ({ text })) }] };

/** What is not found may have been meant in the other alphabet, or typed on the wrong keyboard layout. */
async function fetchMeant<P extends Page<SomeCard>>(
  text: string,
  fetch: (texts: readonly string[]) => Promise<P>,
): Promise<P> {
  if (text === "") return fetch([]);
  const found = await fetch([text]);
  const others = [otherLayout(text), ...otherAlphabets(text)].filter((other) => other !== undefined);
  return found.total > 0 || others.length === 0 ? found : fetch(others);
}

interface CardPage extends Page<SomeCard> {
  /** Of several accounts together those whose contacts are not there, because their server does not answer. */
  missing: readonly Id[];
}

async function fetchPage(accountId: Id, texts: readonly string[], position: number): Promise<CardPage> {
  const filter = withTexts({ operator: "NOT", conditions: [{ kind: "group" }] }, texts);
  const { query, get } = await request((calls) => {
    const window = { position, limit: PAGE, calculateTotal: true };
    const asked = calls.call("ContactCard/query", { accountId, filter, sort: sortByName, ...window });
    const ids = { "#ids": asked.ref("/ids") };
    return { query: asked, get: calls.call("ContactCard/get", { accountId, ...ids, properties: rowProperties }) };
  });
  const { ids, total = 0, missing = [] } = query.result();
  const found = new Map(get.result().list.map((card) => [card.id, card as SomeCard]));
  // A server that is away may be one of letters alone.
  return { items: ids.flatMap((id) => found.get(id) ?? []), total, missing: missing.filter(hasContactsIn) };
}

/** All of a group's cards: the standard has no query for them (RFC 9610 §3.3.1 asks which group has a member). */
async function fetchGroup(
  { id, members }: NonNullable<CardQuery["group"]>,
  texts: readonly string[],
): Promise<Page<SomeCard>> {
  const { accountId } = placeOf(id);
  const own = await cardsOfUids(accountId, members, texts);
  const cards = own.map((card) => ({ ...card, id: shownIdOf(accountId, card.id) }));
  cards.sort((one, other) => shownName(one).localeCompare(shownName(other)));
  return { items: cards, total: cards.length };
}

/** The cards with these uids; those that are in no account are left out. @throws what the request throws */
export async function cardsOfUids(
  accountId: Id,
  uids: readonly string[],
  texts: readonly string[] = [],
): Promise<SomeCard[]> {
  const cards: SomeCard[] = [];
  for (let at = 0; at < uids.length; at += MEMBERS) {
    const conditions = uids.slice(at, at + MEMBERS).map((uid): ContactCardFilterCondition => ({ uid }));
    const filter = withTexts({ operator: "OR", conditions }, texts);
    const get = await request((calls) => {
      const query = calls.call("ContactCard/query", { accountId, filter });
      const ids = { "#ids": query.ref("/ids") };
      return calls.call("ContactCard/get", { accountId, ...ids, properties: rowProperties });
    });
    cards.push(...(get.result().list as SomeCard[]));
  }
  return cards;
}

/** Each list's own: the answer for one that is no longer shown may come late. */
const missingOf = new WeakMap<LivePages<SomeCard>, Signal<readonly Id[]>>();

function pagesOf({ text, group }: CardQuery, accountId: Id): LivePages<SomeCard> {
  const missing = createSignal<readonly Id[]>([]);
  const pages = group
    ? new LivePages(WHOLE, () => fetchMeant(text, (texts) => fetchGroup(group, texts)))
    : new LivePages(PAGE, async (position) => {
        const page = await fetchMeant(text, (texts) => fetchPage(accountId, texts, position));
        missing.set(page.missing);
        return page;
      });
  missingOf.set(pages, missing);
  return pages;
}

export interface ShownCards extends ShownList<SomeCard>, Pick<CardPage, "missing"> {}

/** The list of a query, kept up to date. */
export function useCards(query: CardQuery): ShownCards {
  const shown = useLivePages(query, "ContactCard", pagesOf);
  return { ...shown, missing: useSignal(missingOf.get(shown.live)!) };
}
