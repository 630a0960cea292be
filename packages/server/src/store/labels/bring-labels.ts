/** Labels come along with Emails into another account, whose own ones their keywords would not be. */
import { type Id, isLabelKeyword, type Keyword, type LabelFace, SetFailure } from "@pismo/jmap";
import type { Transactor } from "../db/reader.ts";
import { insertLabels, listLabels, newLabel, newLabelId } from "./labels.ts";

const none: ReadonlySet<Id> = new Set();

/**
 * Makes the labels that an Email has in the account that it comes into, with what they stand under: those of which there is
 * none with the keyword and none of the name in that place.
 *
 * @returns the keywords there: those of a label that has the name already are its own
 */
export async function bringLabels(
  tx: Transactor,
  fromAccountId: Id,
  toAccountId: Id,
  keywords: readonly Keyword[],
): Promise<Keyword[]> {
  // Most Emails have none, and need no look at the labels of two accounts.
  if (fromAccountId === toAccountId || !keywords.some(isLabelKeyword)) return [...keywords];
  const from = await listLabels(tx, fromAccountId);
  const carried = new Set(keywords);
  const there = await listLabels(tx, toAccountId);
  const made: LabelFace[] = [];

  async function bring({ keyword, name, color, parentId }: LabelFace): Promise<LabelFace> {
    const known = there.find((each) => each.keyword === keyword);
    if (known) return known;
    const above = from.find(({ id }) => id === parentId);
    const place = above ? (await bring(above)).id : null;
    const isNamesake = (each: LabelFace): boolean =>
      each.parentId === place && each.name.toLowerCase() === name.toLowerCase();
    const namesake = there.find(isNamesake);
    if (namesake) return namesake;
    const label = newLabel(there, { id: await newLabelId(tx, toAccountId), name, color, parentId: place, keyword });
    there.push(label);
    made.push(label);
    return label;
  }

  const renamed = new Map<Keyword, Keyword>();
  for (const label of from.filter(({ keyword }) => carried.has(keyword))) {
    try {
      renamed.set(label.keyword, (await bring(label)).keyword);
    } catch (error) {
      // There is no room for another one: the Email keeps the keyword alone.
      if (!(error instanceof SetFailure)) throw error;
    }
  }
  if (made.length > 0) await insertLabels(tx, toAccountId, made, none);
  return [...new Set(keywords.map((keyword) => renamed.get(keyword) ?? keyword))];
}
