/** The filter of Email/query (RFC 8621 §4.4.1) as SQL. */
import {
  type EmailFilterCondition,
  type Filter,
  type FilterOperator,
  FLAGGED,
  DRAFT,
  IMPORTANT,
  MethodError,
  SEEN,
} from "@pismo/jmap";
import { keyOf } from "../db/ids.ts";
import type { FlagColumn } from "./mailbox-spans.ts";
import { messageIdKeys } from "../mail/message-ids.ts";
import { fold } from "../search/fold.ts";
import { likeText } from "../search/like-text.ts";
import { hasWords, searchFields, searchKeys, type SearchField, type SearchIndex } from "../search/search-index.ts";
import { and, type Fragment, join, raw, sq } from "../db/sql-fragment.ts";

export type EmailFilter = Filter<EmailFilterCondition>;
/** A condition with one property, as a pair. */
export type Condition = {
  [P in keyof EmailFilterCondition]-?: [P, NonNullable<EmailFilterCondition[P]>];
}[keyof EmailFilterCondition];
export type FilterTree = { operator: "AND" | "OR" | "NOT"; parts: FilterTree[] } | Condition;

/** The source of columns. Where the filter names a mailbox, its membership rows have most of them. */
export interface Scope {
  id: Fragment;
  receivedAt: Fragment;
  /** By which the list is sorted where no sort is asked for. */
  sortAt: Fragment;
  threadId: Fragment;
  hasAttachment: Fragment;
  /** The rows are those of a mailbox. */
  isMailbox: boolean;
  /** The keyword's column, where there is one. */
  keywordFlag(keyword: string): Fragment | undefined;
  /** A column of the email table; its use joins the table. */
  email(column: "received_at" | "size" | "sent_at" | "from_key" | "to_key" | "subject_key"): Fragment;
  accountKey: number;
  search: SearchIndex;
  /** Words are looked for in one Email after the other where the engine can, instead of in the index. */
  isPerEmail: boolean;
  /** Keys of the account's mailboxes: a filter cannot name others. */
  mailboxKeys: ReadonlySet<number>;
  /** The account's server search for these words (server-searches.ts). */
  serverSearch(field: "text" | "body", words: string): number | undefined;
  /** The keys of what matches several conditions on words, where an engine finds it at once (word-tree.ts). */
  keysOfTree(tree: FilterTree): Fragment | undefined;
  /** How well an Email matches the words of the filter (relevance.ts). */
  relevance(): Fragment;
  /** The Emails that match a header condition without an index, found beforehand (header-search.ts). */
  headerMatches(condition: readonly string[], isNegated: boolean, id: Fragment): Fragment;
}

export const flagColumns: Readonly<Record<string, FlagColumn>> = {
  [SEEN]: "is_seen",
  [FLAGGED]: "is_flagged",
  [IMPORTANT]: "is_important",
  [DRAFT]: "is_draft",
};

const isOperator = (filter: EmailFilter): filter is FilterOperator<EmailFilterCondition> => "operator" in filter;

/** Splits conditions of several properties into an AND and flattens nested ANDs. @throws MethodError unsupportedFilter */
export function treeOf(filter: EmailFilter | null | undefined): FilterTree {
  if (!filter) return { operator: "AND", parts: [] };
  if (!isOperator(filter)) {
    const pairs = Object.entries(filter).filter(([, value]) => value !== undefined) as Condition[];
    return { operator: "AND", parts: pairs };
  }
  const { operator } = filter;
  if (operator !== "AND" && operator !== "OR" && operator !== "NOT") {
    throw new MethodError("unsupportedFilter", `Unknown operator "${String(operator)}"`);
  }
  const parts = filter.conditions.map(treeOf);
  if (operator !== "AND") return { operator, parts };
  return {
    operator,
    parts: parts.flatMap((part) => ("operator" in part && part.operator === "AND" ? part.parts : [part])),
  };
}

export const conditionsOf = (tree: FilterTree): Condition[] =>
  "operator" in tree ? tree.parts.flatMap(conditionsOf) : [tree];

export function filterSql(tree: FilterTree, scope: Scope, isNegated = false): Fragment {
  if (!("operator" in tree)) return conditionSql(tree, scope, isNegated);
  const keys = scope.isPerEmail ? undefined : scope.keysOfTree(tree);
  if (keys) return sq`${scope.id} in (${keys})`;
  const parts = tree.parts.map((part) => filterSql(part, scope, isNegated !== (tree.operator === "NOT")));
  if (tree.operator === "AND") return sq`(${and(parts)})`;
  // NOT: none of the conditions matches (RFC 8620 §5.5).
  const some = parts.length === 0 ? raw("false") : sq`(${join(parts, " or ")})`;
  return tree.operator === "OR" ? some : sq`not ${some}`;
}

function conditionSql([property, value]: Condition, scope: Scope, isNegated: boolean): Fragment {
  switch (property) {
    case "inMailbox":
      return sq`exists (select 1 from email_mailbox x where x.email_id = ${scope.id} and x.account_id = ${scope.accountKey} and x.mailbox_id = ${ownMailbox(scope, value)})`;
    case "inMailboxOtherThan": {
      const keys = JSON.stringify([...new Set(value.map((id) => ownMailbox(scope, id)))]);
      return sq`exists (select 1 from email_mailbox x where x.email_id = ${scope.id}
        and x.account_id = ${scope.accountKey} and x.mailbox_id not in key_list(${keys}))`;
    }
    case "inAccount":
      return raw(keyOf("a", value) === scope.accountKey ? "1 = 1" : "1 = 0");
    case "before":
      return sq`${scope.receivedAt} < ${timeOf(property, value)}`;
    case "after":
      return sq`${scope.receivedAt} >= ${timeOf(property, value)}`;
    case "minSize":
      return sq`${scope.email("size")} >= ${value}`;
    case "maxSize":
      return sq`${scope.email("size")} < ${value}`;
    case "hasKeyword":
      return keywordSql(scope, value);
    case "notKeyword":
      return sq`not ${keywordSql(scope, value)}`;
    case "allInThreadHaveKeyword":
      return allInThread(scope, value);
    case "someInThreadHaveKeyword":
      return someInThread(scope, value);
    case "noneInThreadHaveKeyword":
      return sq`not ${someInThread(scope, value)}`;
    case "hasAttachment":
      return sq`${scope.hasAttachment} = ${Number(value)}`;
    case "text":
    case "from":
    case "to":
    case "cc":
    case "bcc":
    case "subject":
    case "body":
    case "attachmentName":
      return textSql(scope, searchFieldOf(property)!, value);
    case "inNewsletter":
      return sq`${scope.id} in (select n.email_id from newsletter_email n where n.account_id = ${scope.accountKey}
        and n.newsletter_id = ${keyOf("n", value)} and n.is_listed = 1)`;
    case "listId":
      return sq`${scope.id} in (${lettersOfLists(scope.accountKey, value)})`;
    case "header": {
      const keys = messageIdKeys(value, scope.accountKey);
      return keys ? sq`${scope.id} in (${keys})` : scope.headerMatches(value, isNegated, scope.id);
    }
    default:
      throw new MethodError("unsupportedFilter", `Unknown condition "${String(property)}"`);
  }
}

/** The keys of letters of the mailing lists that are named so. */
export function lettersOfLists(account: number, value: string): Fragment {
  const words = `%${likeText(fold(value))}%`;
  return sq`select n.email_id from newsletter l
    ordered join newsletter_email n on n.account_id = l.account_id and n.newsletter_id = l.id
    where l.account_id = ${account} and l.search_key like ${words} escape '\\'`;
}

const ownMailbox = (scope: Scope, id: string): number => {
  const key = keyOf("m", id);
  return scope.mailboxKeys.has(key) ? key : 0;
};

function timeOf(property: string, date: string): number {
  const time = Date.parse(date);
  if (Number.isNaN(time)) throw new MethodError("invalidArguments", `"${property}" is no date`);
  return time;
}

export function keywordSql(scope: Scope, keyword: string): Fragment {
  const name = keyword.toLowerCase();
  const flag = scope.keywordFlag(name);
  if (flag) return flag;
  const { id, accountKey, isMailbox } = scope;
  // A mailbox without a column for the keyword is scanned as a whole; other sources leave few Emails to test one by one.
  return isMailbox
    ? sq`${id} in (select email_id from email_keyword where account_id = ${accountKey} and keyword = ${name})`
    : sq`exists (select 1 from email_keyword x where x.email_id = ${id} and +x.account_id = ${accountKey} and x.keyword = ${name})`;
}

export const someInThread = (scope: Scope, keyword: string): Fragment =>
  sq`exists (select 1 from email t join email_keyword x on x.email_id = t.id and +x.account_id = t.account_id
    where t.thread_id = ${scope.threadId} and +t.account_id = ${scope.accountKey} and x.keyword = ${keyword.toLowerCase()})`;

export const allInThread = (scope: Scope, keyword: string): Fragment =>
  sq`not exists (select 1 from email t where t.thread_id = ${scope.threadId} and +t.account_id = ${scope.accountKey}
    and not exists (select 1 from email_keyword x where x.email_id = t.id and +x.account_id = t.account_id and x.keyword = ${keyword.toLowerCase()}))`;

/** The field of the index that a condition looks in; null: in all; undefined: it looks for no words. */
export function searchFieldOf(property: Condition[0]): SearchField | null | undefined {
  if (property === "text") return null;
  if (property === "attachmentName") return "attachments";
  return searchFields.find((field) => field === property);
}

function textSql(scope: Scope, field: SearchField | null, text: string): Fragment {
  const keys = searchKeys(scope.search, scope.accountKey, field, text);
  if (keys) {
    const asked = field === null || field === "body" ? scope.serverSearch(field ?? "text", text) : undefined;
    const perEmail = scope.isPerEmail ? hasWords(scope.search, scope.accountKey, field, text, scope.id) : undefined;
    const matches = perEmail ?? sq`${scope.id} in (${keys})`;
    if (asked === undefined) return matches;
    // Once an Email is hydrated, the local index is authoritative.
    const found = sq`select h.email_id from server_search_hit h ordered join email p on p.id = h.email_id and p.account_id = ${scope.accountKey}
      where h.search_id = ${asked} and h.account_id = ${scope.accountKey} and p.is_partial = 1`;
    return sq`(${matches} or ${scope.id} in (${found}))`;
  }
  // The text is empty, or has no words.
  return raw(text.trim() === "" ? "true" : "false");
}
