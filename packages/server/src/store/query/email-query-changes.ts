/** Email/queryChanges: RFC 8620 §5.6. Every changed Email is removed and, where it still matches, added. */
import { type Id, MethodError, type State } from "@pismo/jmap";
import { modSeqOf, parseState } from "../db/changes.ts";
import { type Condition, conditionsOf, treeOf } from "./email-filter.ts";
import { type EmailQuery, indexesOf, preparePlan } from "./email-query.ts";
import { CollapsedList } from "./collapsed-list.ts";
import { totalOf } from "./email-query-rows.ts";
import { hasListId } from "./list-search.ts";
import { accountKey, idOf, keyOf } from "../db/ids.ts";
import type { Reader } from "../db/reader.ts";

export interface EmailQueryChanges extends Pick<EmailQuery, "filter" | "sort" | "collapseThreads" | "calculateTotal"> {
  sinceQueryState: State;
  maxChanges?: number | null;
  upToId?: Id | null;
}

export interface EmailQueryChangesResult {
  oldQueryState: State;
  newQueryState: State;
  removed: Id[];
  /** By index. */
  added: { id: Id; index: number }[];
  /** With calculateTotal. */
  total?: number;
}

/** Conditions on immutable properties: with these alone, upToId limits the reported changes. */
const immutable = new Set<Condition[0]>([
  "before",
  "after",
  "minSize",
  "maxSize",
  "hasAttachment",
  "text",
  "from",
  "to",
  "cc",
  "bcc",
  "subject",
  "body",
  "header",
]);
const immutableSorts = new Set(["receivedAt", "size", "from", "to", "subject", "sentAt"]);

/**
 * @param list what is known of it, where threads are collapsed
 * @throws MethodError cannotCalculateChanges (a state that was never ours, or a list's name), tooManyChanges, and those of queryEmails
 */
export async function emailQueryChanges(
  reader: Reader,
  accountId: Id,
  query: EmailQueryChanges,
  list = new CollapsedList(),
): Promise<EmailQueryChangesResult> {
  const { collapseThreads = false, maxChanges = null } = query;
  if (hasListId(treeOf(query.filter))) throw new MethodError("cannotCalculateChanges");
  const current = await modSeqOf(reader, accountId, "Email");
  const { since } = await parseState(reader, accountId, query.sinceQueryState, current);
  const plan = await preparePlan(reader, accountId, query);
  const collapses = collapseThreads && !plan.isCollapsed;
  const total = () => (collapses ? list.total(reader, plan) : totalOf(reader, plan, collapseThreads));
  const conditions = conditionsOf(treeOf(query.filter)).map(([property]) => property);
  const sorts = (query.sort ?? []).map(({ property }) => property);
  const dependsOnThread =
    collapseThreads || [...conditions, ...sorts].some((property) => property.includes("InThread"));

  const changed = await changedKeys(reader, accountId, since, dependsOnThread);
  const indexes = await indexesOf(reader, plan, changed, collapseThreads, list);
  let added = [...indexes].map(([key, index]) => ({ id: idOf("e", key), index }));
  const isImmutable =
    !collapseThreads &&
    conditions.every((property) => immutable.has(property)) &&
    sorts.every((property) => immutableSorts.has(property));
  if (query.upToId && isImmutable) {
    const key = keyOf("e", query.upToId);
    const last = (await indexesOf(reader, plan, [key], false)).get(key) ?? Infinity;
    added = added.filter(({ index }) => index <= last);
  }
  if (maxChanges !== null && changed.length + added.length > maxChanges) throw new MethodError("tooManyChanges");
  return {
    oldQueryState: query.sinceQueryState,
    newQueryState: String(current),
    removed: changed.map((key) => idOf("e", key)),
    added: added.sort((one, other) => one.index - other.index),
    ...(query.calculateTotal ? { total: await total() } : {}),
  };
}

/** Emails that were created, updated or destroyed; with those of the same threads where the query depends on threads. */
async function changedKeys(reader: Reader, accountId: Id, since: number, withThreads: boolean): Promise<number[]> {
  const account = accountKey(accountId);
  const changedSince = "select object_id from change where account_id = ? and type = ? and modseq > ?";
  const rows = await reader.all<{ object_id: number }>(changedSince, account, "Email", since);
  const keys = new Set(rows.map(({ object_id }) => object_id));
  if (withThreads && keys.size > 0) {
    const threads = await reader.all<{ id: number }>(
      `select id from email where account_id = ?1 and thread_id in (
         select object_id from change where account_id = ?1 and type = 'Thread' and modseq > ?2
         union select thread_id from email where id in key_list(?3) and +account_id = ?1)`,
      account,
      since,
      JSON.stringify([...keys]),
    );
    for (const { id } of threads) keys.add(id);
  }
  return [...keys];
}

/** The threads of Emails that were created, updated or destroyed. */
export async function changedThreads(reader: Reader, accountId: Id, since: number): Promise<number[]> {
  const rows = await reader.all<{ thread: number }>(
    `select object_id as thread from change where account_id = ?1 and type = 'Thread' and modseq > ?2
     union select e.thread_id from change c ordered join email e on e.id = c.object_id and e.account_id = c.account_id
       where c.account_id = ?1 and c.type = 'Email' and c.modseq > ?2`,
    accountKey(accountId),
    since,
  );
  return rows.map(({ thread }) => thread);
}
