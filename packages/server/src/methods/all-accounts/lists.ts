/** The members' lists of one query, ordered by date. */
import { type EmailFilterCondition, type Filter, type Id, MethodError, type QueryArgs } from "@pismo/jmap";
import { stateOf } from "../../store/db/changes.ts";
import { idOf } from "../../store/db/ids.ts";
import type { Reader, Store } from "../../store/db/store.ts";
import { emailQueryChanges } from "../../store/query/email-query-changes.ts";
import { type EmailRowsResult, queryRows } from "../../store/query/email-query.ts";
import { isByRelevance } from "../../store/query/email-sort.ts";
import { type ListPoint, pointsOf, ranksIn } from "../../store/query/email-ranks.ts";
import { isLongIn } from "../../store/query/long/long-in-account.ts";
import { startsOf } from "../../store/query/merged-starts.ts";
import { filterOfMember } from "./filter.ts";
import { MergedMailboxes } from "./mailboxes.ts";
import { hasRemote, type MergedCall } from "./members.ts";
import type { ListReader, MemberList, MemberRows } from "./list-reader.ts";
import { withRemoteLists } from "./remote/remote-lists.ts";

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

/**
 * Runs `work` with the members' lists: on one snapshot, or as long queries beside all others. Where other servers are
 * asked too, nothing here is held while they answer; one that does not has no list, and the work is done without it.
 */
export async function withLists<T>(
  { filter, sort, collapseThreads = false }: ListArgs,
  call: MergedCall,
  work: (lists: MemberList[], reader: ListReader) => Promise<T>,
): Promise<T> {
  const { store } = call.context;
  const listsIn = async (reader: Reader): Promise<MemberList[]> => {
    const mailboxes = await MergedMailboxes.read(reader, call.localIds);
    return call.localIds.map((accountId) => ({
      accountId,
      query: { filter: filterOfMember(filter, accountId, mailboxes), sort: sort ?? null, collapseThreads },
    }));
  };
  const lists = await store.read(listsIn);
  let isLong = false;
  for (const { accountId, query } of lists) isLong ||= await isLongIn(store, accountId, query);
  if (hasRemote(call)) {
    const own = isLong ? longReader(call) : separateReader(store);
    return withRemoteLists({ filter: filter ?? null, sort: sort ?? null, collapseThreads }, call, lists, own, work);
  }
  if (isLong) return work(lists, longReader(call));
  return store.read(async (reader) => work(await listsIn(reader), quickReader(reader)));
}

const quickReader = (reader: Reader): ListReader => ({
  rows: async ({ accountId, query }, window) => ({
    queryState: await stateOf(reader, accountId, "Email"),
    ...withIds(await queryRows(reader, accountId, { ...query, ...window })),
  }),
  ranks: ({ accountId, query }, points) => ranksIn(reader, accountId, query, points),
  changes: ({ accountId, query }, sinceQueryState, maxChanges, calculateTotal) =>
    emailQueryChanges(reader, accountId, { ...query, sinceQueryState, maxChanges, calculateTotal }),
  points: async ({ accountId, query }, ids) => byId(await pointsOf(reader, accountId, query, ids)),
  // All was read from one snapshot.
  assertStates: async () => undefined,
  starts: async (lists, position) => (await startsOf(reader, lists, position)) ?? lists.map(() => 0),
});

const withIds = ({ rows, ...place }: EmailRowsResult): Omit<MemberRows, "queryState"> => ({
  ...place,
  rows: rows.map((row) => ({ ...row, emailId: idOf("e", row.id) })),
});

const byId = (points: ReadonlyMap<number, ListPoint>): Map<Id, ListPoint> =>
  new Map([...points].map(([key, point]) => [idOf("e", key), point]));

/** @throws MethodError cannotCalculateChanges */
const assertStatesIn =
  (store: Store): ListReader["assertStates"] =>
  (states) =>
    store.read(async (reader) => {
      for (const [accountId, state] of states) {
        if ((await stateOf(reader, accountId, "Email")) !== state) throw new MethodError("cannotCalculateChanges");
      }
    });

/** Each on a snapshot of its own, which ends with it. */
const separateReader = (store: Store): ListReader => ({
  rows: (list, window) => store.read((reader) => quickReader(reader).rows(list, window)),
  ranks: (list, points) => store.read((reader) => quickReader(reader).ranks(list, points)),
  changes: (list, since, maxChanges, calculateTotal) =>
    store.read((reader) => quickReader(reader).changes(list, since, maxChanges, calculateTotal)),
  points: (list, ids) => store.read((reader) => quickReader(reader).points(list, ids)),
  assertStates: assertStatesIn(store),
  starts: (lists, position) => store.read((reader) => quickReader(reader).starts(lists, position)),
});

/**
 * Each on a snapshot of its own. Where in its list a window is makes no difference: a query finds all its Emails anyway.
 */
function longReader({ context: { store, signal } }: MergedCall): ListReader {
  const { longQueries } = store;
  return {
    rows: async ({ accountId, query }, window) => {
      const { queryState, ...found } = await longQueries.rows(accountId, { ...query, ...window }, signal);
      return { queryState, ...withIds(found) };
    },
    ranks: ({ accountId, query }, points) => longQueries.ranks(accountId, query, points, signal),
    changes: ({ accountId, query }, sinceQueryState, maxChanges, calculateTotal) =>
      longQueries.queryChanges(accountId, { ...query, sinceQueryState, maxChanges, calculateTotal }, signal),
    points: ({ accountId, query }, ids) =>
      store.read(async (reader) => byId(await pointsOf(reader, accountId, query, ids))),
    assertStates: assertStatesIn(store),
    starts: async (lists) => lists.map(() => 0),
  };
}
