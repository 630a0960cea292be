/**
 * Searches on an account's server, because partial Emails have no local text. A query adds a row; the bridge searches and
 * adds hits, which count until the Email is hydrated.
 */
import type { Id, PartialResults } from "@pismo/jmap";
import { logTouched, logUpdated } from "../db/changes.ts";
import { conditionsOf, type EmailFilter, type FilterTree, treeOf } from "../query/email-filter.ts";
import { accountKey, idOf, keyOf } from "../db/ids.ts";
import { countUnknown } from "./imap-folders.ts";
import { countPartial } from "../mail/partial-emails.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { parseSearch } from "../search/query.ts";

/** A condition that needs the whole text of a message. */
export interface TextCondition {
  field: "text" | "body";
  words: string;
}

export interface ServerSearch extends TextCondition {
  id: number;
}

/** A partial Email's copy on the server. */
export interface PartialCopy {
  mailboxId: Id;
  uid: number;
  emailId: Id;
  /** In milliseconds. */
  receivedAt: number;
}

type State = "asking" | "asked" | "failed";

interface Row {
  id: number;
  field: "text" | "body";
  words: string;
  state: State;
  asked_at: number;
}

/** Shorter words match most messages, and are usually still being typed. */
const MIN_LENGTH = 3;
/** After this time a search is repeated: for new messages, or because the server is reachable again. */
const FRESH_MS: Record<State, number> = { asking: 10 * 60_000, asked: 10 * 60_000, failed: 60_000 };
/** Typing starts a search for every prefix: only the newest still matter. */
const MAX_WAITING = 3;
const MAX_SEARCHES = 30;

/** The conditions that partial Emails cannot be tested for. */
const textConditions = (filter: EmailFilter | null | undefined): TextCondition[] =>
  conditionsOf(treeOf(filter)).flatMap(([field, words]) =>
    (field === "text" || field === "body") && parseSearch(words).length > 0 ? [{ field, words: words.trim() }] : [],
  );

/** The mailbox that the filter requires, where there is one. */
function mailboxOf(filter: EmailFilter | null | undefined): Id | undefined {
  const tree = treeOf(filter);
  const parts = "operator" in tree && tree.operator === "AND" ? tree.parts : [tree];
  return parts.flatMap((part) => ("operator" in part || part[0] !== "inMailbox" ? [] : [part[1]]))[0];
}

/**
 * Describes how complete the results of a query are; undefined when they are complete.
 * @returns also the conditions to ask the server for (askServer)
 */
export async function partialResults(
  reader: Reader,
  accountId: Id,
  filter: EmailFilter | null | undefined,
): Promise<{ results: PartialResults; toAsk: TextCondition[] } | undefined> {
  const conditions = textConditions(filter);
  if (conditions.length === 0) return undefined;
  const mailboxId = mailboxOf(filter);
  const notLoaded =
    (await countPartial(reader, accountId, mailboxId)) + (await countUnknown(reader, accountId, mailboxId));
  if (notLoaded === 0) return undefined;
  const askable = conditions.filter(({ words }) => words.length >= MIN_LENGTH);
  if (askable.length < conditions.length) return { results: { notLoaded, server: "notAsked" }, toAsk: [] };
  const rows = await searchesOf(reader, accountId);
  const found = askable.map((condition) => rows.find((row) => isSame(row, condition)));
  const toAsk = askable.filter((_, index) => !isFresh(found[index]));
  const states = new Set(found.map((row) => (isFresh(row) ? row!.state : "asking")));
  const server = states.has("failed") ? "failed" : states.has("asking") ? "asking" : "asked";
  return { results: { notLoaded, server }, toAsk };
}

const isSame = (one: TextCondition, other: TextCondition): boolean =>
  one.field === other.field && one.words === other.words;
const isFresh = (row: Row | undefined): boolean => row !== undefined && row.asked_at + FRESH_MS[row.state] > Date.now();

async function searchesOf(reader: Reader, accountId: Id): Promise<Row[]> {
  const sql =
    "select id, field, words, state, asked_at from server_search where account_id = ? order by asked_at desc, id desc";
  return reader.all<Row>(sql, accountKey(accountId));
}

/** Adds searches for the bridge, which finds them after the commit. Older ones are deleted. */
export async function askServer(tx: Transactor, accountId: Id, conditions: readonly TextCondition[]): Promise<void> {
  const account = accountKey(accountId);
  await tx.runAll(
    `insert into server_search (account_id, field, words, state, asked_at) values (?, ?, ?, 'asking', ?)
     on conflict (account_id, field, words) do update set state = excluded.state, asked_at = excluded.asked_at`,
    conditions.map(({ field, words }) => [account, field, words, Date.now()]),
  );
  const newest = "select id from server_search where account_id = ?1";
  await tx.run(
    `delete from server_search where account_id = ?1 and (
       id not in (${newest} order by asked_at desc, id desc limit ?2)
       or (state = 'asking' and id not in (${newest} and state = 'asking' order by asked_at desc, id desc limit ?3)))`,
    account,
    MAX_SEARCHES,
    Math.max(MAX_WAITING, conditions.length),
  );
  // No client-visible change: the number alone makes the commit known.
  await tx.nextModSeq(accountId);
}

/** The newest search that is still to be made; undefined when there is none. */
export async function nextServerSearch(reader: Reader, accountId: Id): Promise<ServerSearch | undefined> {
  return (await searchesOf(reader, accountId)).find(({ state }) => state === "asking");
}

/** Up to `limit` partial Emails after `after` with all their copies, the newest first. */
export async function partialCopies(
  reader: Reader,
  accountId: Id,
  after: Pick<PartialCopy, "receivedAt" | "emailId"> | undefined,
  limit: number,
): Promise<PartialCopy[]> {
  const rows = await reader.all<{ mailbox_id: number; uid: number; id: number; received_at: number }>(
    `select m.mailbox_id, m.uid, e.id, e.received_at
     from (select id, received_at from email where account_id = ?1 and is_partial = 1 and (received_at, id) < (?2, ?3)
           order by received_at desc, id desc limit ?4) e
     ordered join imap_message m on m.email_id = e.id and m.account_id = ?1`,
    accountKey(accountId),
    after?.receivedAt ?? Number.MAX_SAFE_INTEGER,
    after ? keyOf("e", after.emailId) : 0,
    limit,
  );
  return rows.map(({ mailbox_id, uid, id, received_at }) => ({
    mailboxId: idOf("m", mailbox_id),
    uid,
    emailId: idOf("e", id),
    receivedAt: received_at,
  }));
}

/** Logs the Emails as updated, so that they appear in lists. @returns false: the search was deleted */
export async function addHits(
  tx: Transactor,
  accountId: Id,
  search: ServerSearch,
  emailIds: readonly Id[],
): Promise<boolean> {
  if (!(await tx.get("select 1 from server_search where id = ? and account_id = ?", search.id, accountKey(accountId))))
    return false;
  const rows = await tx.all<{ email_id: number }>(
    `insert into server_search_hit (account_id, search_id, email_id)
     select e.account_id, ?, e.id from key_rows(?) requested ordered join email e on e.id = requested.value where e.is_partial = 1 and e.account_id = ?
     on conflict do nothing returning email_id`,
    search.id,
    JSON.stringify(emailIds.map((id) => keyOf("e", id))),
    accountKey(accountId),
  );
  if (rows.length > 0) await logUpdated(tx, accountId, "Email", ...rows.map(({ email_id }) => email_id));
  return true;
}

/** Records that the search has ended or failed. */
export async function finishServerSearch(
  tx: Transactor,
  accountId: Id,
  search: ServerSearch,
  state: "asked" | "failed",
): Promise<void> {
  const sql = "update server_search set state = ?, asked_at = ? where id = ? and account_id = ?";
  await tx.run(sql, state, Date.now(), search.id, accountKey(accountId));
  // Clients repeat their query.
  await logTouched(tx, accountId, "MirrorStatus");
}

/** Returns a function that finds the search for a condition of the filter. */
export async function serverSearches(
  reader: Reader,
  accountId: Id,
  tree: FilterTree,
): Promise<(field: TextCondition["field"], words: string) => number | undefined> {
  const asksForText = conditionsOf(tree).some(([property]) => property === "text" || property === "body");
  const rows = asksForText ? await searchesOf(reader, accountId) : [];
  return (field, words) => rows.find((row) => isSame(row, { field, words: words.trim() }))?.id;
}
