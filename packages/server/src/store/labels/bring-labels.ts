/** Labels come along with Emails into another account, whose own ones their keywords would not be. */
import { type Id, isLabelKeyword, type Keyword, type LabelFace, SetFailure } from "@pismo/jmap";
import type { Transactor } from "../db/reader.ts";
import { insertLabels, listLabels, newLabel, newLabelId } from "./labels.ts";

/** The labels of the account that Emails come into, here or at another server. */
export interface LabelPlace {
  /** All of it. */
  labels: readonly LabelFace[];
  /** @throws SetFailure: there is no room for another one */
  make(label: Omit<LabelFace, "id">): Promise<LabelFace>;
}

const none: ReadonlySet<Id> = new Set();

/** Those that we keep. */
export async function labelsHere(tx: Transactor, accountId: Id): Promise<LabelPlace> {
  const labels = await listLabels(tx, accountId);
  return {
    labels,
    async make(given) {
      const label = newLabel(labels, { ...given, id: await newLabelId(tx, accountId) });
      await insertLabels(tx, accountId, [label], none);
      labels.push(label);
      return label;
    },
  };
}

/**
 * Makes the labels that an Email has in the account that it comes into, with what they stand under: those of which there is
 * none with the keyword and none of the name in that place.
 *
 * @param from all labels of the account that it comes from
 * @returns the keywords there: those of a label that has the name already are its own
 */
export async function bringLabels(
  from: readonly LabelFace[],
  keywords: readonly Keyword[],
  openPlace: () => Promise<LabelPlace>,
): Promise<Keyword[]> {
  const carried = new Set(keywords);
  const brought = from.filter(({ keyword }) => carried.has(keyword));
  if (brought.length === 0) return [...keywords];
  const there = await openPlace();

  /** @param under those that it is brought for: another server may say that labels stand under one another */
  async function bring(label: LabelFace, under: readonly LabelFace[] = []): Promise<LabelFace> {
    const { keyword, name, color, parentId } = label;
    const known = there.labels.find((each) => each.keyword === keyword);
    if (known) return known;
    const above = from.find((each) => each.id === parentId && each !== label && !under.includes(each));
    const place = above ? (await bring(above, [...under, label])).id : null;
    const isNamesake = (each: LabelFace): boolean =>
      each.parentId === place && each.name.toLowerCase() === name.toLowerCase();
    return there.labels.find(isNamesake) ?? there.make({ name, color, parentId: place, keyword });
  }

  const renamed = new Map<Keyword, Keyword>();
  for (const label of brought) {
    try {
      renamed.set(label.keyword, (await bring(label)).keyword);
    } catch (error) {
      // The Email keeps the keyword alone.
      if (!(error instanceof SetFailure)) throw error;
    }
  }
  return [...new Set(keywords.map((keyword) => renamed.get(keyword) ?? keyword))];
}

/** Between two accounts whose labels we keep. */
export async function bringLabelsHere(
  tx: Transactor,
  fromAccountId: Id,
  toAccountId: Id,
  keywords: readonly Keyword[],
): Promise<Keyword[]> {
  // Most Emails have none, and need no look at the labels of two accounts.
  if (fromAccountId === toAccountId || !keywords.some(isLabelKeyword)) return [...keywords];
  return bringLabels(await listLabels(tx, fromAccountId), keywords, () => labelsHere(tx, toAccountId));
}
