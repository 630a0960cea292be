import { type ContactCard, CONTACTS, type GetResult } from "@pismo/jmap";
import { getCards } from "../../store/contacts/cards.ts";
import { countCards } from "../../store/contacts/query-cards.ts";
import { stateOf } from "../../store/db/changes.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { assertGetSize, assertProperties, getShape, idsOf, notFoundOf } from "../standard/get.ts";
import { cardChecks } from "./card-shape.ts";

/** A card may have properties of vendors (RFC 9553 §1.8), which have a colon. */
const isKnown = (property: string): boolean =>
  property === "id" || property === "addressBookIds" || Object.hasOwn(cardChecks, property) || property.includes(":");

/** Only those that the card has: a property that is missing has no value. */
function picked(card: ContactCard, properties: readonly string[] | null | undefined): Partial<ContactCard> {
  if (!properties) return card;
  const wanted = new Set(["id", ...properties]);
  return Object.fromEntries(Object.entries(card).filter(([property]) => wanted.has(property)));
}

/** ContactCard/get: RFC 9610 §3.1. */
export const get: Method<"ContactCard/get"> = {
  capability: CONTACTS,
  parse: (args) => checkArguments(getShape, args),
  run({ accountId, ids = null, properties }, call): Promise<GetResult<Partial<ContactCard>>> {
    assertProperties(properties, isKnown);
    if (ids) assertGetSize(ids.length, call);
    return call.context.store.read(async (reader) => {
      if (!ids) assertGetSize(await countCards(reader, accountId, { filter: null, sort: null }), call);
      const cards = await getCards(reader, accountId, ids && idsOf(ids, call));
      return {
        accountId,
        state: await stateOf(reader, accountId, "ContactCard"),
        list: cards.map((card) => picked(card, properties)),
        notFound: ids ? notFoundOf(ids, cards, call) : [],
      };
    });
  },
};
