/** The members' lists of one query, ordered by date, and what of them a merge asks for. */
import { type EmailFilterCondition, type Filter, type Id, MethodError, type QueryArgs, type State } from "@pismo/jmap";
import { stateOf } from "../../store/db/changes.ts";
import type { Reader } from "../../store/db/store.ts";
import { emailQueryChanges, type EmailQueryChangesResult } from "../../store/query/email-query-changes.ts";
import { type EmailQuery, type EmailRowsResult, queryRows } from "../../store/query/email-query.ts";
import { isByRelevance } from "../../store/query/email-sort.ts";
import { type ListPoint, pointsOf, ranksIn } from "../../store/query/email-ranks.ts";
import { isLongIn } from "../../store/query/long-in-account.ts";
import { startsOf } from "../../store/query/merged-starts.ts";
import { filterOfMember } from "./filter.ts";
import { MergedMailboxes } from "./mailboxes.ts";
import type { MergedCall } from "./members.ts";

export interface MemberList {
  accountId: Id;
  query: Pick<EmailQuery, "filter" | "sort" | "collapseThreads">;
}

export type MemberRows = EmailRowsResult & { queryState: State };

/** Each asks one member. */
export interface ListReader {
  rows(
    list: MemberList,
    window: Pick<EmailQuery, "position" | "limit" | "calculateTotal" | "anchor">,
  ): Promise<MemberRows>;
  ranks(list: MemberList, points: readonly ListPoint[]): Promise<number[]>;
  changes(
    list: MemberList,
    since: State,
    maxChanges: number | null,
    calculateTotal: boolean,
  ): Promise<EmailQueryChangesResult>;
  /** By key. */
  points(list: MemberList, ids: readonly Id[]): Promise<Map<number, ListPoint>>;
  /** @throws MethodError cannotCalculateChanges: what was read is not of these states */
  assertStates(states: readonly (readonly [accountId: Id, state: State])[]): Promise<void>;
  /** How many Emails of each list are before the position for certain: nearly all of them. */
  starts(lists: readonly MemberList[], position: number): Promise<number[]>;
}

interface ListArgs extends Pick<QueryArgs<EmailFilterCondition>, "sort"> {
  filter?: Filter<EmailFilterCondition> | null;
  collapseThreads?: boolean;
}

/**
 * Several accounts are sorted by dates, or by how well Emails have the words of a search: that is a sum of points for each
 * Email alone, the same in every account (store/query/relevance.ts).
 * @throws MethodError unsupportedSort
 */
export function isAscending({ sort }: ListArgs): boolean {
  if (isByRelevance(sort)) return false;
  const [first = { property: "receivedAt", isAscending: false }, ...others] = sort ?? [];
  if (first.property !== "receivedAt" || others.length > 0) {
    throw new MethodError(
      "unsupportedSort",
      "Several accounts together are sorted by receivedAt alone, or by relevance before it",
    );
  }
  return first.isAscending ?? true;
}

/** Runs `work` with the members' lists: on one snapshot, or as long queries beside all others. */
export async function withLists<T>(
  { filter, sort, collapseThreads = false }: ListArgs,
  call: MergedCall,
  work: (lists: MemberList[], reader: ListReader) => Promise<T>,
): Promise<T> {
  const { store } = call.context;
  const listsIn = async (reader: Reader): Promise<MemberList[]> => {
    const mailboxes = await MergedMailboxes.read(reader, call.memberIds);
    return call.memberIds.map((accountId) => ({
      accountId,
      query: { filter: filterOfMember(filter, accountId, mailboxes), sort: sort ?? null, collapseThreads },
    }));
  };
  const lists = await store.read(listsIn);
  for (const { accountId, query } of lists) {
    if (await isLongIn(store, accountId, query)) return work(lists, longReader(call));
  }
  return store.read(async (reader) => work(await listsIn(reader), quickReader(reader)));
}

const quickReader = (reader: Reader): ListReader => ({
  rows: async ({ accountId, query }, window) => ({
    queryState: await stateOf(reader, accountId, "Email"),
    ...(await queryRows(reader, accountId, { ...query, ...window })),
  }),
  ranks: ({ accountId, query }, points) => ranksIn(reader, accountId, query, points),
  changes: ({ accountId, query }, sinceQueryState, maxChanges, calculateTotal) =>
    emailQueryChanges(reader, accountId, { ...query, sinceQueryState, maxChanges, calculateTotal }),
  points: ({ accountId, query }, ids) => pointsOf(reader, accountId, query, ids),
  // All was read from one snapshot.
  assertStates: async () => undefined,
  starts: async (lists, position) => (await startsOf(reader, lists, position)) ?? lists.map(() => 0),
});

/**
 * Each on a snapshot of its own. Where in its list a window is makes no difference: a query finds all its Emails anyway.
 */
function longReader({ context: { store, signal } }: MergedCall): ListReader {
  const { longQueries } = store;
  return {
    rows: ({ accountId, query }, window) => longQueries.rows(accountId, { ...query, ...window }, signal),
    ranks: ({ accountId, query }, points) => longQueries.ranks(accountId, query, points, signal),
    changes: ({ accountId, query }, sinceQueryState, maxChanges, calculateTotal) =>
      longQueries.queryChanges(accountId, { ...query, sinceQueryState, maxChanges, calculateTotal }, signal),
    points: ({ accountId, query }, ids) => store.read((reader) => pointsOf(reader, accountId, query, ids)),
    assertStates: (states) =>
      store.read(async (reader) => {
        for (const [accountId, state] of states) {
          if ((await stateOf(reader, accountId, "Email")) !== state) throw new MethodError("cannotCalculateChanges");
        }
      }),
    starts: async (lists) => lists.map(() => 0),
  };
}
