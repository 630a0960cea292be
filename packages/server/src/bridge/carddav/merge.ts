/**
 * A card that has changed on the server, and maybe here too since both were the same. What one side alone has changed is
 * taken over; of a property that both have changed the server's counts. Pure.
 */
import { isDeepStrictEqual } from "node:util";
import type { Card } from "@pismo/jmap";
import type { ReadCard } from "@pismo/jmap/vcard";

export interface Merged {
  card: Card;
  /** Something that was written here is not in it. */
  isLost: boolean;
  /** Something in it is not on the server yet. */
  isNewThere: boolean;
}

/** These say nothing of the person. */
const notCompared = new Set(["@type", "version", "uid", "prodId", "created", "updated"]);
/** Sets (RFC 9553 §1.3.3): what one side adds does not contradict what the other adds. */
const sets = new Set(["members", "keywords"]);

type Json = Record<string, unknown>;

function mergedSet(before: Json = {}, ours: Json = {}, theirs: Json = {}): Json | undefined {
  const keys = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])];
  const kept = keys.filter((key) => (key in theirs !== key in before ? key in theirs : key in ours));
  return kept.length > 0 ? Object.fromEntries(kept.map((key) => [key, true])) : undefined;
}

/** What a card says of the person. */
const said = (card: object): Json =>
  Object.fromEntries(Object.entries(card).filter(([name, value]) => !notCompared.has(name) && value !== undefined));

/**
 * @param base as both sides had it; undefined: they have met by their uid
 * @param normalize gives a card as the server would give it back: entries have other keys there
 */
export function merge(
  base: Card | undefined,
  ours: Card,
  theirs: ReadCard,
  normalize: (card: Card) => ReadCard,
): Merged {
  const before: Json = base ? normalize(base) : {};
  const ourNormal: Json = normalize(ours);
  const merged: Json = { ...ours };
  let isLost = false;
  for (const name of new Set([...Object.keys(before), ...Object.keys(theirs)])) {
    const value = theirs[name];
    const isTheirs = !isDeepStrictEqual(value, before[name]) && !isDeepStrictEqual(value, base?.[name]);
    if (notCompared.has(name) || !isTheirs || isDeepStrictEqual(value, ourNormal[name])) continue;
    if (sets.has(name)) merged[name] = mergedSet(before[name] as Json, ours[name] as Json, value as Json);
    else {
      isLost ||= !isDeepStrictEqual(ourNormal[name], before[name]);
      merged[name] = value;
    }
    if (merged[name] === undefined) delete merged[name];
  }
  if (theirs.updated !== undefined && theirs.updated > (ours.updated ?? "")) merged["updated"] = theirs.updated;
  const card = merged as unknown as Card;
  return { card, isLost, isNewThere: !isDeepStrictEqual(said(normalize(card)), said(theirs)) };
}
