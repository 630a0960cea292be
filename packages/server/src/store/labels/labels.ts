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
import { logCreated, logDestroyed, logUpdated } from "../db/changes.ts";
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

const rowsOf = (reader: Reader, accountId: Id): Promise<Row[]> =>
  reader.all<Row>(
    "select id, keyword, name, color, parent_id from label where account_id = ? order by id",
    accountKey(accountId),
  );

/** @param ids null: all of the account */
export async function getLabels(reader: Reader, accountId: Id, ids: Id[] | null): Promise<Label[]> {
  const wanted = ids && new Set(keysOf("l", ids));
  const rows = (await rowsOf(reader, accountId)).filter(({ id }) => !wanted || wanted.has(id));
  const counts = rows.length > 0 ? await countsOf(reader, accountId) : new Map();
  const none = { totalEmails: 0, unreadEmails: 0 };
  return rows.map((row) => ({ ...faceOf(row), ...none, ...counts.get(row.keyword) }));
}

/** What the session says of accounts. */
export async function labelsCapabilities(
  reader: Reader,
  accountIds: readonly Id[],
): Promise<ReadonlyMap<Id, LabelsCapability>> {
  const capabilities = new Map<Id, LabelsCapability>();
  for (const accountId of accountIds) {
    const labels = (await rowsOf(reader, accountId)).map(faceOf);
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

const invalid = (property: string, description: string): SetFailure =>
  new SetFailure({ type: "invalidProperties", properties: [property], description });

function assertPlace(rows: readonly Row[], key: number, name: string, parent: number | null): void {
  const sameName = ({ id, parent_id, name: other }: Row): boolean =>
    id !== key && parent_id === parent && other.toLowerCase() === name.toLowerCase();
  if (rows.some(sameName)) throw invalid("name", "There is a label of this name");
  const above = new Set<number>();
  for (let at = parent; at !== null && !above.has(at);) {
    if (at === key) throw invalid("parentId", "A label cannot stand under itself");
    above.add(at);
    const row = rows.find(({ id }) => id === at);
    if (!row) throw invalid("parentId", "There is no such label");
    at = row.parent_id;
  }
}

const parentKey = (id: Id | null): number | null => (id === null ? null : keyOf("l", id));

/** @throws SetFailure overQuota, invalidProperties */
export async function insertLabel(
  tx: Transactor,
  accountId: Id,
  given: Omit<LabelFace, "id" | "keyword"> & { keyword?: Keyword },
): Promise<LabelFace> {
  const rows = await rowsOf(tx, accountId);
  if (rows.length >= MAX_LABELS) {
    throw new SetFailure({ type: "overQuota", description: `An account has at most ${MAX_LABELS} labels` });
  }
  const taken = new Set(rows.map(({ keyword }) => keyword));
  const keyword = given.keyword?.toLowerCase() ?? keywordFor(given.name, taken);
  if (!isLabelKeyword(keyword)) throw invalid("keyword", "This keyword cannot be a label");
  if (taken.has(keyword)) throw invalid("keyword", "There is a label with this keyword");
  const parent = parentKey(given.parentId);
  assertPlace(rows, 0, given.name, parent);
  // The account's counter never gives a number twice.
  const id = await tx.nextModSeq(accountId);
  await tx.run(
    "insert into label (account_id, id, keyword, name, color, parent_id) values (?, ?, ?, ?, ?, ?)",
    accountKey(accountId),
    id,
    keyword,
    given.name,
    given.color,
    parent,
  );
  await logCreated(tx, accountId, "Label", id);
  return faceOf({ id, keyword, name: given.name, color: given.color, parent_id: parent });
}

/** @throws SetFailure invalidProperties */
export async function updateLabel(
  tx: Transactor,
  accountId: Id,
  { id, name, color, parentId }: Omit<LabelFace, "keyword">,
): Promise<void> {
  const key = keyOf("l", id);
  const parent = parentKey(parentId);
  assertPlace(await rowsOf(tx, accountId), key, name, parent);
  await tx.run(
    "update label set name = ?, color = ?, parent_id = ? where account_id = ? and id = ?",
    name,
    color,
    parent,
    accountKey(accountId),
    key,
  );
  await logUpdated(tx, accountId, "Label", key);
}

/** The labels under it take its place; Emails keep the keyword. @throws SetFailure notFound */
export async function destroyLabel(tx: Transactor, accountId: Id, id: Id): Promise<void> {
  const account = accountKey(accountId);
  const rows = await rowsOf(tx, accountId);
  const row = rows.find((each) => each.id === keyOf("l", id));
  if (!row) throw new SetFailure({ type: "notFound" });
  const under = rows.filter(({ parent_id }) => parent_id === row.id).map((each) => each.id);
  if (under.length > 0) {
    const sql = "update label set parent_id = ? where account_id = ? and parent_id = ?";
    await tx.run(sql, row.parent_id, account, row.id);
    await logUpdated(tx, accountId, "Label", ...under);
  }
  await tx.run("delete from label where account_id = ? and id = ?", account, row.id);
  await logDestroyed(tx, accountId, "Label", row.id);
}
