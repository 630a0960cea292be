/** Lists of members whose mail lies with other servers, asked for by windows beside those that lie here. */
import type { EmailFilterCondition, EmailQueryArgs, Filter, Id } from "@pismo/jmap";
import { type EmailQuery } from "../../../store/query/email-query.ts";
import { isByRelevance } from "../../../store/query/email-sort.ts";
import { firstInList } from "../../../store/query/email-ranks.ts";
import type { ListReader, MemberList, MemberRow } from "../list-reader.ts";
import { MergedMailboxes, remoteRoles } from "../mailboxes.ts";
import type { MergedCall } from "../members.ts";
import { remoteMember, unlessAway } from "./ask.ts";
import { filterForRemote } from "./remote-filter.ts";
import { MemberAway, type RemoteMember } from "./remote-members.ts";
import { type RemoteList, RemoteListReader } from "./remote-list-reader.ts";

/** Up to so many Emails before the position are read and merged. */
const MAX_MERGED = 200;

type AskedQuery = Pick<EmailQuery, "sort"> & {
  filter: Filter<EmailFilterCondition> | null;
  collapseThreads: boolean;
};

/** One that fails takes no part: the work begins again without it. */
export async function withRemoteLists<T>(
  query: AskedQuery,
  call: MergedCall,
  local: MemberList[],
  own: ListReader,
  work: (lists: MemberList[], reader: ListReader) => Promise<T>,
): Promise<T> {
  const remote = new Map((await remoteLists(query, call)).map((list) => [list.member.accountId, list]));
  for (;;) {
    // As the members are shown: equal moments are ordered by it.
    const lists = call.memberIds.flatMap((accountId): MemberList[] => {
      const here = local.find((list) => list.accountId === accountId);
      return here ? [here] : remote.has(accountId) ? [{ accountId, query }] : [];
    });
    try {
      return await work(lists, remote.size > 0 ? together(own, remote) : own);
    } catch (error) {
      if (!(error instanceof MemberAway) || !remote.delete(error.accountId)) throw error;
    }
  }
}

async function remoteLists({ filter, sort, collapseThreads }: AskedQuery, call: MergedCall): Promise<RemoteList[]> {
  const roles = await remoteRoles(call);
  const mailboxes = new MergedMailboxes(roles);
  const isAscending = !isByRelevance(sort) && sort?.[0] !== undefined && (sort[0].isAscending ?? true);
  const members = await Promise.all(
    [...roles.keys()].map((accountId) => unlessAway(() => remoteMember(accountId, call))),
  );
  return members.flatMap((member: RemoteMember | undefined, index): RemoteList[] => {
    if (!member) return [];
    const query: Pick<EmailQueryArgs, "sort" | "collapseThreads"> = {
      sort: isByRelevance(sort) && member.sortsBy("relevance") ? [...sort!] : [{ property: "receivedAt", isAscending }],
      collapseThreads,
    };
    // Keys are above 0: of equal moments the Emails of other servers follow, one server's after the other's.
    return [{ member, filter: filterForRemote(filter, member, mailboxes), query, isAscending, key: -index }];
  });
}

function together(own: ListReader, remote: ReadonlyMap<Id, RemoteList>): ListReader {
  const readers = new Map([...remote].map(([accountId, list]) => [accountId, new RemoteListReader(list)]));
  const of = ({ accountId }: MemberList): Pick<ListReader, "rows" | "ranks" | "changes" | "points"> =>
    readers.get(accountId) ?? own;
  const isAscending = [...remote.values()][0]!.isAscending;
  const reader: ListReader = {
    rows: (list, window) => of(list).rows(list, window),
    ranks: (list, points) => of(list).ranks(list, points),
    changes: (list, ...args) => of(list).changes(list, ...args),
    points: (list, ids) => of(list).points(list, ids),
    // What another server has changed since then it tells by the next state.
    assertStates: (states) => own.assertStates(states.filter(([accountId]) => !readers.has(accountId))),
    starts: (lists, position) => skip(lists, position, reader, isAscending ? -1 : 1),
  };
  return reader;
}

/**
 * Of n lists with `left` Emails before the window each may have left/n: where their last ones are compared, those of the
 * list whose last one comes first are all among them. No server counts, and each step leaves a smaller part to go.
 */
async function skip(
  lists: readonly MemberList[],
  position: number,
  reader: ListReader,
  sign: number,
): Promise<number[] | undefined> {
  const starts = lists.map(() => 0);
  let left = position;
  while (left > Math.max(MAX_MERGED, lists.length)) {
    const step = Math.floor(left / lists.length);
    const rows = await Promise.all(
      lists.map(async (list, index): Promise<MemberRow | undefined> => {
        return (await reader.rows(list, { position: starts[index]! + step - 1, limit: 1 })).rows[0];
      }),
    );
    let first: number | undefined;
    for (const [index, row] of rows.entries()) {
      if (row && (first === undefined || sign * firstInList(row, rows[first]!) < 0)) first = index;
    }
    if (first === undefined) return undefined;
    starts[first]! += step;
    left -= step;
  }
  return starts;
}
