/** Plans the statement that lists the Emails of a filter and a sort, driven by the most selective index. */
import type { Comparator, Id } from "@pismo/jmap";
import { type Condition, conditionsOf, flagColumns, type FilterTree, filterSql, type Scope } from "./email-filter.ts";
import { type Order, orderOf } from "./email-sort.ts";
import { matchOften, needWords, type RareCondition, rareConditionIn } from "./rare-conditions.ts";
import { accountKey, keyOf } from "../db/ids.ts";
import type { FlagColumn, SpanList } from "./mailbox-spans.ts";
import { messageIdKeys } from "../mail/message-ids.ts";
import type { Reader } from "../db/reader.ts";
import { needsReceivedAt } from "./returned-emails.ts";
import { serverSearches } from "../mirror/server-searches.ts";
import { relevanceSql } from "./relevance.ts";
import { and, type Fragment, raw, sq } from "../db/sql-fragment.ts";
import { gatherWords, keysOfTree } from "./word-tree.ts";

export interface QueryPlan {
  account: number;
  id: Fragment;
  threadId: Fragment;
  /** By which its rows are ordered where that is a date. */
  orderedAt: Fragment;
  /** "from … where …" */
  source: Fragment;
  /** The same for lookups of known Emails, driven by their keys instead of the index of the list. */
  known: Fragment;
  /** The same where all rows are gone through in any order: those that have words are found by them. */
  all: Fragment;
  order: Order;
  /** Set when the filter is this mailbox alone: its counts are the totals. */
  mailboxKey: number | null;
  /** Set when positions are found by spans of time. */
  spans: SpanList | null;
  /** The rows are the first Email of each thread: there is nothing to collapse. */
  isCollapsed: boolean;
}

export type HeaderMatches = Scope["headerMatches"];

const messageIdOf = (account: number, driver?: Condition): Fragment | undefined =>
  driver?.[0] === "header" ? messageIdKeys(driver[1], account) : undefined;

/**
 * The condition with the most selective index: a Message-ID leaves an Email or two, a keyword its Emails in order; a
 * mailbox's rows are clustered by date and have columns for flags.
 */
function driverOf(conjuncts: readonly FilterTree[]): Condition | undefined {
  const conditions = conjuncts.filter((part): part is Condition => !("operator" in part));
  return (
    conditions.find((each) => messageIdOf(0, each)) ??
    conditions.find(([property, value]) => property === "hasKeyword" && !flagColumns[value.toLowerCase()]) ??
    conditions.find(([property]) => property === "inMailbox") ??
    conditions.find(([property]) => property === "hasKeyword")
  );
}

/** Whether its rows are those of a mailbox: without a sort, they are ordered by when they came back. */
export function listsMailbox(tree: FilterTree): boolean {
  return sourceOf(driverOf(conjunctsOf(tree))) === "mailbox";
}

const conjunctsOf = (tree: FilterTree): readonly FilterTree[] =>
  "operator" in tree && tree.operator === "AND" ? tree.parts : [tree];

type Source = "messageId" | "mailbox" | "keyword" | "email";

function sourceOf(driver: Condition | undefined): Source {
  if (!driver) return "email";
  const [property] = driver;
  return property === "header" ? "messageId" : property === "inMailbox" ? "mailbox" : "keyword";
}

/** The alias of the table that each source lists. */
const aliases = { mailbox: "m", keyword: "k", messageId: "e", email: "e" } as const;
const tableOf = { m: "email_mailbox m", k: "email_keyword k", e: "email e" };

/** The columns of a source that do not need a join of the email table. */
function columnsOf(source: Source): Pick<Scope, "id" | "receivedAt" | "threadId" | "hasAttachment"> {
  const alias = aliases[source];
  // Counting rows of keywords is three times as fast without a join of their Emails.
  const emailColumn = (column: string): Fragment =>
    raw(
      alias === "k"
        ? `(select own.${column} from email own where own.id = k.email_id and own.account_id = k.account_id)`
        : `${alias}.${column}`,
    );
  return {
    id: raw(alias === "e" ? "e.id" : `${alias}.email_id`),
    receivedAt: raw(`${alias}.received_at`),
    threadId: emailColumn("thread_id"),
    hasAttachment: emailColumn("has_attachment"),
  };
}

/** What is asked, whichever index drives the statement. */
interface Asked extends Pick<Scope, "accountKey" | "search" | "mailboxKeys" | "serverSearch" | "headerMatches"> {
  tree: FilterTree;
  sort: readonly Comparator[] | null | undefined;
  /** The mailbox that is listed; 0: none. */
  mailboxKey: number;
  /** The mailbox's order is that of receivedAt, though Emails came back to it. */
  isExact: boolean;
  /** The first Email of each thread alone. */
  isOfHeads: boolean;
}

/** The rows that a condition drives, or (undefined) the account's Emails, in those forms that a plan needs. */
function listOf(asked: Asked, driver: Condition | undefined, rare?: RareCondition) {
  const { accountKey: account, tree, sort, mailboxKey, isExact } = asked;
  const rest = conjunctsOf(tree).filter((part) => part !== driver);
  const source = sourceOf(driver);
  let needsEmail = false;
  const columns = columnsOf(source);
  const email: Scope["email"] = (column) => {
    needsEmail = true;
    return raw(`e.${column}`);
  };
  const scope: Scope = {
    ...asked,
    ...columns,
    receivedAt: isExact ? email("received_at") : columns.receivedAt,
    sortAt: columns.receivedAt,
    isMailbox: source === "mailbox",
    keywordFlag(keyword) {
      const column = flagColumns[keyword];
      return source === "mailbox" && column !== undefined ? raw(`m.${column} = 1`) : undefined;
    },
    email,
    isPerEmail: false,
    keysOfTree: (part) => keysOfTree(part, asked),
    relevance: () => relevanceSql(tree, { ...asked, id: columns.id }),
  };
  const whereOf = (isPerEmail: boolean): Fragment[] => [
    ...rest.map((part) =>
      rare && part === rare.condition ? rare.keysIn(columns.id) : filterSql(part, { ...scope, isPerEmail }),
    ),
    ...(asked.isOfHeads ? [raw("m.is_head = 1")] : []),
  ];
  const whereByKeys = whereOf(false);
  const wherePerEmail = asked.search.hasTerms ? whereOf(true) : whereByKeys;
  const order = orderOf(sort, scope);

  // A plus keeps an engine from using the index that begins with the column.
  const rowsOf = (plus: "" | "+"): Fragment => {
    if (source === "mailbox") return sq`${raw(plus)}m.mailbox_id = ${mailboxKey} and m.account_id = ${account}`;
    if (source === "keyword") {
      return sq`${raw(plus)}k.account_id = ${account} and k.keyword = ${String(driver?.[1]).toLowerCase()}`;
    }
    const keys = messageIdOf(account, driver);
    return keys ? sq`+e.account_id = ${account} and e.id in (${keys})` : sq`${raw(plus)}e.account_id = ${account}`;
  };
  const alias = aliases[source];
  const joined =
    needsEmail && alias !== "e"
      ? sq` ordered join email e on e.id = ${raw(alias)}.email_id and e.account_id = ${account}`
      : raw("");
  const tables = sq`${raw(tableOf[alias])}${joined}`;
  /** "from … where …" @param isPerEmail words are looked for in one Email after the other */
  const from = (plus: "" | "+", isPerEmail: boolean): Fragment =>
    sq`from ${tables} where ${and([rowsOf(plus), ...(isPerEmail ? wherePerEmail : whereByKeys)])}`;
  /** Of the first Emails of the list that its dates leave: how many have any of the words, and how many match. */
  const sample = (words: readonly Condition[], count: number): Fragment => {
    const dated = rest.filter((part) => !("operator" in part) && (part[0] === "before" || part[0] === "after"));
    const dates = dated.map((part) => filterSql(part, { ...scope, receivedAt: columns.receivedAt }));
    const first = sq`select ${columns.id} from ${raw(tableOf[alias])} where ${and([rowsOf(""), ...dates])}
      order by ${columns.receivedAt} ${raw(order.byDate ?? "desc")} limit ${raw(String(count))}`;
    const found = filterSql({ operator: "OR", parts: [...words] }, { ...scope, isPerEmail: true });
    return sq`select count(case when ${found} then 1 end) as found, count(case when ${and(wherePerEmail)} then 1 end) as matching
      from ${tables} where ${rowsOf("+")} and ${columns.id} in (${first})`;
  };
  return {
    source,
    rest,
    columns,
    order,
    orderedAt: sort?.length ? scope.receivedAt : scope.sortAt,
    from,
    sample,
  };
}

/**
 * @param rows that are read of the list, from the first on
 * @throws MethodError unsupportedFilter, unsupportedSort, invalidArguments
 */
export async function planQuery(
  reader: Reader,
  accountId: Id,
  filter: FilterTree,
  sort: readonly Comparator[] | null | undefined,
  headerMatches: HeaderMatches,
  collapseThreads = false,
  rows = Infinity,
): Promise<QueryPlan> {
  const account = accountKey(accountId);
  const boxes = "select id, total_emails as emails from mailbox where account_id = ?";
  const emailsIn = new Map(
    (await reader.all<{ id: number; emails: number }>(boxes, account)).map(({ id, emails }) => [id, emails]),
  );
  const first = driverOf(conjunctsOf(filter));
  const isOfMailbox = sourceOf(first) === "mailbox";
  const named = isOfMailbox ? keyOf("m", String(first?.[1])) : 0;
  const mailboxKey = emailsIn.has(named) ? named : 0;
  const isExact = isOfMailbox && (await needsReceivedAt(reader, accountId, { tree: filter, sort }));
  const isCollapsed = collapseThreads && !isExact && isListOfThreads(filter, sort);
  const known = {
    accountKey: account,
    search: reader.search,
    serverSearch: await serverSearches(reader, accountId, filter),
  };
  const tree = gatherWords(filter, known);
  const asked: Asked = {
    ...known,
    tree,
    sort,
    mailboxKey,
    isExact,
    isOfHeads: isCollapsed,
    mailboxKeys: new Set(emailsIn.keys()),
    headerMatches,
  };
  const emails = [...emailsIn.values()].reduce((sum, each) => sum + each, 0);
  const size = isOfMailbox ? (emailsIn.get(mailboxKey) ?? 0) : emails;

  const driven = listOf(asked, first);
  const words = conditionsOf(tree).filter((condition) => needWords([condition], known));
  const sample = (count: number) => driven.sample(words, count);
  const match =
    driven.order.byDate !== null && words.length > 0
      ? await matchOften(reader, { rows, size, emails, sample })
      : undefined;
  const conjuncts = conjunctsOf(tree).filter((part) => match !== "perhaps" || "operator" in part);
  const isTried = match !== "often" && driven.source !== "messageId";
  const rare = isTried ? await rareConditionIn(reader, conjuncts, known) : undefined;
  const isWalked = match !== undefined && !rare;
  // Rows of a mailbox go on to be its rows: they have an order of their own.
  const list = rare ? listOf(asked, isOfMailbox ? first : undefined, rare) : driven;
  const { source, rest, columns, order, orderedAt, from } = list;
  const plus = rare ? "+" : "";
  // A small mailbox is gone through faster than many Emails with a word are looked up in it, and so are most keywords.
  const isMostMail = source === "email" || (source === "mailbox" && size > emails / 2);
  // PostgreSQL would expect few Emails of the account where an index is kept from it.
  const isLedByWords = isMostMail && !reader.search.hasTerms && needWords(rest, known);
  return {
    account,
    id: columns.id,
    threadId: columns.threadId,
    orderedAt,
    source: from(plus, isWalked || rare !== undefined),
    known: from("+", true),
    all: from(isLedByWords ? "+" : plus, !isMostMail || rare !== undefined),
    order,
    mailboxKey: isOfMailbox && rest.length === 0 ? mailboxKey : null,
    spans:
      isOfMailbox && !isExact ? spanListOf(account, mailboxKey, rest, isCollapsed ? [["is_head", true]] : []) : null,
    isCollapsed,
  };
}

/**
 * Whether a collapsed list is that of a mailbox, newest first: the first Email of each thread has a flag
 * (migrations/0041-thread-heads.ts). Other conditions than "after" may leave an older Email as the first.
 */
export function isListOfThreads(tree: FilterTree, sort: readonly Comparator[] | null | undefined): boolean {
  const conjuncts = conjunctsOf(tree);
  const names = conjuncts.map((part) => ("operator" in part ? "" : part[0]));
  const [first = { property: "receivedAt", isAscending: false }, ...others] = sort ?? [];
  const isNewestFirst = first.property === "receivedAt" && first.isAscending === false && others.length === 0;
  const rest = names.filter((name) => name !== "inMailbox");
  return isNewestFirst && rest.length === names.length - 1 && rest.every((name) => name === "after");
}

/** null: a condition is not counted by spans. */
function spanListOf(
  account: number,
  mailboxKey: number,
  conditions: readonly FilterTree[],
  given: readonly [FlagColumn, boolean][],
): SpanList | null {
  const flags = [...given];
  let [from, to] = [-Infinity, Infinity];
  for (const condition of conditions) {
    if ("operator" in condition) return null;
    const [property, value] = condition;
    if (property === "hasAttachment") flags.push(["has_attachment", value]);
    else if (property === "after") from = Math.max(from, Date.parse(value));
    else if (property === "before") to = Math.min(to, Date.parse(value));
    else if (property === "hasKeyword" || property === "notKeyword") {
      const column = flagColumns[value.toLowerCase()];
      if (column === undefined) return null;
      flags.push([column, property === "hasKeyword"]);
    } else return null;
  }
  return { account, mailboxKey, flags, from, to };
}
