/** A card as it is given, checked and completed: RFC 9610 §3, RFC 9553 §2.1. */
import { randomUUID } from "node:crypto";
import { type Card, type ContactCard, type Id, SetFailure, utcDateOf } from "@pismo/jmap";
import { type Check, isTrue, mapOf, string } from "../checks.ts";
import { assertNone, invalidProperties, problemsOf } from "../standard/set.ts";
import { cardChecks } from "./card-shape.ts";

/** Of JSON, a picture included. */
const MAX_CARD_CHARS = 1_000_000;

const nowUtc = (): string => utcDateOf(Date.now());

const addressBookIds: Check = mapOf(string, isTrue);
const anything: Check = () => undefined;

const checkOf = (property: string): Check =>
  property === "addressBookIds"
    ? addressBookIds
    : Object.hasOwn(cardChecks, property)
      ? cardChecks[property]!
      : anything;

/** The id is the server's to add. @throws SetFailure invalidProperties, tooLarge */
export function assertCard(card: Record<string, unknown>, books: ReadonlySet<Id>): asserts card is ContactCard {
  assertNone(problemsOf(card, checkOf, ["@type", "version", "uid", "addressBookIds"]));
  if (card["members"] !== undefined && card["kind"] !== "group")
    throw invalidProperties(["members"], "Only a group has members");
  const bookIds = Object.keys(card["addressBookIds"] as object);
  if (bookIds.length === 0 || bookIds.some((each) => !books.has(each)))
    throw invalidProperties(["addressBookIds"], "A card is in at least one address book, and all of them exist");
  if (JSON.stringify(card).length > MAX_CARD_CHARS)
    throw new SetFailure({ type: "tooLarge", description: `A card has more than ${MAX_CARD_CHARS} characters` });
}

/** What a creation may leave out. */
export function completed(given: Record<string, unknown>, defaultBook: Id): Record<string, unknown> {
  if (Object.hasOwn(given, "id")) throw invalidProperties(["id"], "The server sets the id");
  const now = nowUtc();
  return {
    "@type": "Card",
    version: "1.0",
    uid: `urn:uuid:${randomUUID()}`,
    created: now,
    updated: now,
    addressBookIds: { [defaultBook]: true },
    ...withoutNulls(given),
  };
}

/** null resets a property to its default, which is that it is not there (RFC 8620 §5.3). */
function withoutNulls(card: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(card).filter(([, value]) => value !== null));
}

/** @throws SetFailure invalidProperties: neither the id nor the uid changes */
export function changedCard(before: ContactCard, after: Card & Record<string, unknown>): Record<string, unknown> {
  if (after["id"] !== before.id) throw invalidProperties(["id"], "The id never changes");
  if (after.uid !== before.uid) throw invalidProperties(["uid"], "The uid never changes");
  const { id: _, ...card } = withoutNulls(after);
  return { created: before.created, ...card, ...(after.updated === before.updated && { updated: nowUtc() }) };
}

/** What the server added to what was given. */
export const addedTo = (given: object, card: object): Partial<ContactCard> =>
  Object.fromEntries(Object.entries(card).filter(([key]) => key === "id" || !Object.hasOwn(given, key)));
