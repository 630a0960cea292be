/** From a filter and a sort to the one statement that lists the emails, driven by the index that fits best. */
import type { Comparator, Id } from "@pismo/jmap";
import { type Condition, flagColumns, type FilterTree, filterSql, type Scope } from "./email-filter.ts";
import { type Order, orderOf } from "./email-sort.ts";
import { accountKey, keyOf } from "./ids.ts";
import { messageIdKeys } from "./message-ids.ts";
import type { Reader } from "./reader.ts";
import { serverSearches } from "./server-searches.ts";
import { and, type Fragment, raw, sq } from "./sql-fragment.ts";

export interface QueryPlan {
  id: Fragment;
  threadId: Fragment;
  receivedAt: Fragment;
  /** "from … where …" */
  source: Fragment;
  order: Order;
  /** Set when the filter is nothing but this mailbox: then its counts are the totals. */
  mailboxKey: number | null;
}

export type HeaderMatches = Scope["headerMatches"];

const messageIdOf = (driver?: Condition): Fragment | undefined =>
  driver?.[0] === "header" ? messageIdKeys(driver[1]) : undefined;

/** The condition whose index leaves the least: a Message-ID a letter or two; a mailbox's list is clustered by date with flags. */
function driverOf(conjuncts: readonly FilterTree[]): Condition | undefined {
  const conditions = conjuncts.filter((part): part is Condition => !("operator" in part));
  return (
    conditions.find(messageIdOf) ??
    conditions.find(([property]) => property === "inMailbox") ??
    conditions.find(([property]) => property === "hasKeyword")
  );
}

function sourceOf(driver: Condition | undefined): "messageId" | "mailbox" | "keyword" | "email" {
  if (!driver) return "email";
  const [property] = driver;
  return property === "header" ? "messageId" : property === "inMailbox" ? "mailbox" : "keyword";
}

/** @throws MethodError unsupportedFilter, unsupportedSort, invalidArguments */
export async function planQuery(
  reader: Reader,
  accountId: Id,
  tree: FilterTree,
  sort: readonly Comparator[] | null | undefined,
  headerMatches: HeaderMatches,
): Promise<QueryPlan> {
  const account = accountKey(accountId);
  const rows = await reader.all<{ id: number }>("select id from mailbox where account_id = ?", account);
  const mailboxKeys = new Set(rows.map(({ id }) => id));
  const conjuncts = "operator" in tree && tree.operator === "AND" ? tree.parts : [tree];

  const driver = driverOf(conjuncts);
  const rest = conjuncts.filter((part) => part !== driver);
  const source = sourceOf(driver);
  const value = String(driver?.[1]);

  let needsEmail = source !== "mailbox";
  const alias = ({ mailbox: "m", keyword: "k", messageId: "e", email: "e" } as const)[source];
  const scope: Scope = {
    id: raw(alias === "e" ? "e.id" : `${alias}.email_id`),
    receivedAt: raw(`${alias}.received_at`),
    threadId: raw(source === "mailbox" ? "m.thread_id" : "e.thread_id"),
    hasAttachment: raw(source === "mailbox" ? "m.has_attachment" : "e.has_attachment"),
    keywordFlag(keyword) {
      const column = flagColumns[keyword];
      return source === "mailbox" && column !== undefined ? raw(`m.${column}`) : undefined;
    },
    email(column) {
      needsEmail = true;
      return raw(`e.${column}`);
    },
    accountKey: account,
    mailboxKeys,
    serverSearch: await serverSearches(reader, accountId, tree),
    headerMatches,
  };
  const where = rest.map((part) => filterSql(part, scope));
  const order = orderOf(sort, scope);

  const mailboxKey = source === "mailbox" && mailboxKeys.has(keyOf("m", value)) ? keyOf("m", value) : 0;
  const first = {
    mailbox: sq`m.mailbox_id = ${mailboxKey}`,
    keyword: sq`k.account_id = ${account} and k.keyword = ${value.toLowerCase()}`,
    // The plus keeps SQLite from going through all of the account.
    messageId: sq`+e.account_id = ${account} and e.id in (${messageIdOf(driver) ?? raw("")})`,
    email: sq`e.account_id = ${account}`,
  }[source];
  const list = { m: "email_mailbox m", k: "email_keyword k", e: "email e" }[alias];
  const tables = needsEmail && alias !== "e" ? `${list} cross join email e on e.id = ${alias}.email_id` : list;
  return {
    id: scope.id,
    threadId: scope.threadId,
    receivedAt: scope.receivedAt,
    source: sq`from ${raw(tables)} where ${and([first, ...where])}`,
    order,
    mailboxKey: source === "mailbox" && rest.length === 0 ? mailboxKey : null,
  };
}
