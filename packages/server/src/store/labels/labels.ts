/** Labels: the names and colours of keywords. */
import {
  type Id,
  isLabelKeyword,
  type Keyword,
  type Label,
  type LabelColor,
  type LabelFace,
  type LabelsCapability,
  MAX_LABELS,
  SetFailure,
} from "@pismo/jmap";
import { destroyedKeys, logCreated, logDestroyed, logRestored, logUpdated } from "../db/changes.ts";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { countsOf } from "./label-counts.ts";
import { keywordFor } from "./keyword-for.ts";

interface Row {
  id: number;
  keyword: Keyword;
  name: string;
  color: LabelColor;
  parent_id: number | null;
}

const faceOf = ({ id, keyword, name, color, parent_id }: Row): LabelFace => ({
  id: idOf("l", id),
  keyword,
  name,
  color,
  parentId: parent_id === null ? null : idOf("l", parent_id),
});

/** All of the account, without their counts. */
export async function listLabels(reader: Reader, accountId: Id): Promise<LabelFace[]> {
  const rows = await reader.all<Row>(
    "select id, keyword, name, color, parent_id from label where account_id = ? order by id",
    accountKey(accountId),
  );
  return rows.map(faceOf);
}

/** @param ids null: all of the account */
export async function getLabels(reader: Reader, accountId: Id, ids: readonly Id[] | null): Promise<Label[]> {
  const wanted = ids && new Set(ids);
  const labels = (await listLabels(reader, accountId)).filter(({ id }) => !wanted || wanted.has(id));
  const counts = labels.length > 0 ? await countsOf(reader, accountId) : new Map();
  const none = { totalEmails: 0, unreadEmails: 0 };
  return labels.map((label) => ({ ...label, ...none, ...counts.get(label.keyword) }));
}

/** What the session says of accounts. */
export async function labelsCapabilities(
  reader: Reader,
  accountIds: readonly Id[],
): Promise<ReadonlyMap<Id, LabelsCapability>> {
  const capabilities = new Map<Id, LabelsCapability>();
  for (const accountId of accountIds) {
    const labels = await listLabels(reader, accountId);
    capabilities.set(accountId, { labels, isOnServer: await areKeywordsKept(reader, accountId) });
  }
  return capabilities;
}

/** Whether all folders of its mail server take any keyword (`\*` in PERMANENTFLAGS, RFC 9051 §7.1). */
async function areKeywordsKept(reader: Reader, accountId: Id): Promise<boolean> {
  const rows = await reader.all<{ permanent_flags: string }>(
    "select distinct permanent_flags from imap_folder where account_id = ? and permanent_flags is not null",
    accountKey(accountId),
  );
  return rows.every(({ permanent_flags: flags }) => flags === "[]" || (JSON.parse(flags) as string[]).includes("\\*"));
}

const parentKey = (id: Id | null): number | null => (id === null ? null : keyOf("l", id));

const invalid = (property: string, description: string): SetFailure =>
  new SetFailure({ type: "invalidProperties", properties: [property], description });

/** @throws SetFailure invalidProperties */
export function assertPlace(all: readonly LabelFace[], { id, name, parentId }: Omit<LabelFace, "keyword">): void {
  const sameName = (other: LabelFace): boolean =>
    other.id !== id && other.parentId === parentId && other.name.toLowerCase() === name.toLowerCase();
  if (all.some(sameName)) throw invalid("name", "There is a label of this name");
  const above = new Set<Id>();
  for (let at = parentId; at !== null && !above.has(at);) {
    if (at === id) throw invalid("parentId", "A label cannot stand under itself");
    above.add(at);
    const label = all.find((each) => each.id === at);
    if (!label) throw invalid("parentId", "There is no such label");
    at = label.parentId;
  }
}

export type NewLabel = Omit<LabelFace, "keyword"> & { keyword?: Keyword };

/** @param all of the account @throws SetFailure overQuota, invalidProperties */
export function newLabel(all: readonly LabelFace[], given: NewLabel): LabelFace {
  if (all.length >= MAX_LABELS) {
    throw new SetFailure({ type: "overQuota", description: `An account has at most ${MAX_LABELS} labels` });
  }
  const taken = new Set(all.map(({ keyword }) => keyword));
  const keyword = given.keyword?.toLowerCase() ?? keywordFor(given.name, taken);
  if (!isLabelKeyword(keyword)) throw invalid("keyword", "This keyword cannot be a label");
  if (taken.has(keyword)) throw invalid("keyword", "There is a label with this keyword");
  assertPlace(all, given);
  return { ...given, keyword };
}

/** The account's counter never gives a number twice. */
export const newLabelId = async (tx: Transactor, accountId: Id): Promise<Id> =>
  idOf("l", await tx.nextModSeq(accountId));

const keysOfLabels = (labels: readonly Pick<LabelFace, "id">[]): number[] =>
  keysOf(
    "l",
    labels.map(({ id }) => id),
  );

/** Those of the ids that removed labels had. */
export async function removedLabelIds(reader: Reader, accountId: Id, ids: readonly Id[]): Promise<Set<Id>> {
  const keys = await destroyedKeys(reader, accountId, "Label", keysOf("l", ids));
  return new Set(keys.map((key) => idOf("l", key)));
}

/** @param labels as newLabel() gives them @param restored ids of those that were removed before */
export async function insertLabels(
  tx: Transactor,
  accountId: Id,
  labels: readonly LabelFace[],
  restored: ReadonlySet<Id>,
): Promise<void> {
  await tx.runAll(
    "insert into label (account_id, id, keyword, name, color, parent_id) values (?, ?, ?, ?, ?, ?)",
    labels.map(({ id, keyword, name, color, parentId }) => [
      accountKey(accountId),
      keyOf("l", id),
      keyword,
      name,
      color,
      parentKey(parentId),
    ]),
  );
  const areNew = labels.filter(({ id }) => !restored.has(id));
  await logCreated(tx, accountId, "Label", ...keysOfLabels(areNew));
  await logRestored(tx, accountId, "Label", ...keysOfLabels(labels.filter(({ id }) => restored.has(id))));
}

/** @param labels whose place was checked (assertPlace) */
export async function storeLabels(tx: Transactor, accountId: Id, labels: readonly LabelFace[]): Promise<void> {
  await tx.runAll(
    "update label set name = ?, color = ?, parent_id = cast(? as bigint) where account_id = ? and id = ?",
    labels.map(({ id, name, color, parentId }) => [
      name,
      color,
      parentKey(parentId),
      accountKey(accountId),
      keyOf("l", id),
    ]),
  );
  await logUpdated(tx, accountId, "Label", ...keysOfLabels(labels));
}

/** The labels under them take their places; Emails keep the keywords. @param all of the account */
export async function destroyLabels(
  tx: Transactor,
  accountId: Id,
  all: readonly LabelFace[],
  ids: ReadonlySet<Id>,
): Promise<void> {
  const byId = new Map(all.map((label) => [label.id, label]));
  const placeOf = (parentId: Id | null): Id | null =>
    parentId !== null && ids.has(parentId) ? placeOf(byId.get(parentId)?.parentId ?? null) : parentId;
  const moved = all.filter(({ id, parentId }) => !ids.has(id) && parentId !== null && ids.has(parentId));
  await storeLabels(
    tx,
    accountId,
    moved.map((label) => ({ ...label, parentId: placeOf(label.parentId) })),
  );
  const keys = keysOf("l", [...ids]);
  await tx.run(
    "delete from label where account_id = ? and id in key_list(?)",
    accountKey(accountId),
    JSON.stringify(keys),
  );
  await logDestroyed(tx, accountId, "Label", ...keys);
}
