/** The sort of Email/query (RFC 8621 §4.4.2) as SQL. */
import { type Comparator, MethodError } from "@pismo/jmap";
import { allInThread, keywordSql, type Scope, someInThread } from "./email-filter.ts";
import { type Fragment, join, raw, sq } from "../db/sql-fragment.ts";

/** As advertised in emailQuerySortOptions. */
export const emailSortProperties = [
  "receivedAt",
  "size",
  "from",
  "to",
  "subject",
  "sentAt",
  "hasKeyword",
  "allInThreadHaveKeyword",
  "someInThreadHaveKeyword",
  "relevance",
] as const;

/** As advertised in collationAlgorithms: folding by Unicode's rules includes those of ASCII. */
export const collationAlgorithms = ["i;ascii-casemap", "i;unicode-casemap"];

const directionOf = ({ isAscending = true }: Comparator) => (isAscending ? "asc" : "desc");

export interface Order {
  sql: Fragment;
  /** Set when it is the order of the clustered lists: by one date alone. */
  byDate: "asc" | "desc" | null;
  /** Set when the best match comes first, and the newest of equal ones: what rows are compared by before their dates. */
  relevance: Fragment | null;
}

/** Best first, and the newest of equal ones. */
export const isByRelevance = (sort: readonly Comparator[] | null | undefined): boolean =>
  sort?.length === 2 &&
  sort[0]!.property === "relevance" &&
  sort[1]!.property === "receivedAt" &&
  sort.every(({ isAscending }) => isAscending === false);

/** Equal Emails are ordered by their ids, in the direction of the last comparator. */
export function orderOf(sort: readonly Comparator[] | null | undefined, scope: Scope): Order {
  // The server's own order: newest first, and what came back by the moment at which it did.
  if (!sort?.length) return { sql: sq`${scope.sortAt} desc, ${scope.id} desc`, byDate: "desc", relevance: null };
  const last = directionOf(sort.at(-1)!);
  const parts = sort.map((comparator) => sq`${columnOf(comparator, scope)} ${raw(directionOf(comparator))}`);
  return {
    sql: join([...parts, sq`${scope.id} ${raw(last)}`], ", "),
    byDate: sort.length === 1 && sort[0]!.property === "receivedAt" ? last : null,
    relevance: isByRelevance(sort) ? scope.relevance() : null,
  };
}

function columnOf(comparator: Comparator, scope: Scope): Fragment {
  const { property, collation } = comparator;
  if (collation != null && !collationAlgorithms.includes(collation)) {
    throw new MethodError("unsupportedSort", `Unknown collation "${collation}"`);
  }
  switch (property) {
    case "receivedAt":
      return scope.receivedAt;
    case "size":
      return scope.email("size");
    case "from":
      return scope.email("from_key");
    case "to":
      return scope.email("to_key");
    case "subject":
      return scope.email("subject_key");
    case "sentAt":
      return sq`coalesce(${scope.email("sent_at")}, ${scope.receivedAt})`;
    case "relevance":
      return scope.relevance();
    case "hasKeyword":
      return keywordSql(scope, keywordOf(comparator));
    case "allInThreadHaveKeyword":
      return allInThread(scope, keywordOf(comparator));
    case "someInThreadHaveKeyword":
      return someInThread(scope, keywordOf(comparator));
    default:
      throw new MethodError("unsupportedSort", `Cannot sort by "${property}"`);
  }
}

function keywordOf({ property, keyword }: Comparator): string {
  if (keyword === undefined) throw new MethodError("invalidArguments", `The sort "${property}" needs a keyword`);
  return keyword;
}
