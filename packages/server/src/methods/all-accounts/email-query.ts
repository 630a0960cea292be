/** Email/query of the merged account: windows of its members' lists, merged by date or by relevance. */
import {
  type EmailQueryArgs,
  type Id,
  idOfMember,
  memberOf,
  MethodError,
  type MethodResult,
  type PartialResults,
  type QueryResult,
  type State,
} from "@pismo/jmap";
import { breathe } from "../../store/db/reader.ts";
import { firstInList } from "../../store/query/email-ranks.ts";
import { treeOf } from "../../store/query/email-filter.ts";
import { isByRelevance } from "../../store/query/email-sort.ts";
import { hasListId } from "../../store/query/list-search.ts";
import { isLong } from "../../store/query/long/long-queries.ts";
import { partialOf } from "../email/partial.ts";
import { filterOfMember } from "./filter.ts";
import type { ListReader, MemberList, MemberRows } from "./list-reader.ts";
import { isAscending, withLists } from "./lists.ts";
import { MergedMailboxes } from "./mailboxes.ts";
import { joinStates, type MergedCall, ofLocalMembers } from "./members.ts";
import { AWAY } from "./remote/remote-members.ts";

/** Up to this position reading all before it is faster than finding it. */
const MAX_READ = 500;
/** Rows merged between two turns of the event loop. */
const ROWS_PER_TURN = 10_000;

interface Merged {
  accountId: Id;
  emailId: Id;
}

export async function queryEmailsOfAll(args: EmailQueryArgs, call: MergedCall): Promise<MethodResult<"Email/query">> {
  const sign = isAscending(args) ? -1 : 1;
  const { states, ...found } = await withLists(args, call, (lists, reader) => {
    const groups = isByRelevance(args.sort) ? groupsOf(lists, call) : [lists];
    return windowIn(args, { lists, groups }, reader, sign);
  });
  // Words are looked for by long queries alone.
  const partial = isLong(args) ? await partialOfAll(args, ofLocalMembers(call)) : undefined;
  const missing = call.memberIds.filter((id) => !states.has(id));
  return {
    accountId: args.accountId,
    canCalculateChanges: !isByRelevance(args.sort) && !hasListId(treeOf(args.filter)),
    queryState: joinStates(call.memberIds.map((id) => [id, states.get(id) ?? AWAY])),
    ...found,
    ...(missing.length > 0 && { missing }),
    ...(partial && { partial }),
  };
}

type Found = Pick<QueryResult, "ids" | "position" | "total"> & { states: ReadonlyMap<Id, State> };

/** Lists of one group are merged row by row, and the groups by their ranks. */
interface Lists {
  lists: MemberList[];
  groups: MemberList[][];
}

/** What other servers say fits best is not comparable: each is a group of its own beside those that lie here. */
const groupsOf = (lists: MemberList[], { localIds }: MergedCall): MemberList[][] => {
  const here = lists.filter(({ accountId }) => localIds.includes(accountId));
  return [here, ...lists.filter((list) => !here.includes(list)).map((list) => [list])];
};

async function windowIn(args: EmailQueryArgs, all: Lists, reader: ListReader, sign: number): Promise<Found> {
  const { lists, groups } = all;
  const { calculateTotal = false, limit = null } = args;
  const position = await positionOf(args, all, reader);
  const isFound = position > MAX_READ && groups.length === 1;
  const starts = isFound ? await reader.starts(lists, position) : lists.map(() => 0);
  if (!starts) return pastTheEnd(position, lists, reader);
  const skipped = position - starts.reduce((sum, start) => sum + start, 0);
  const rows = await Promise.all(
    lists.map((list, index) =>
      reader.rows(list, { position: starts[index]!, limit: limit === null ? null : skipped + limit, calculateTotal }),
    ),
  );
  const count = limit === null ? Infinity : skipped + limit;
  const merged = interleave(
    await Promise.all(
      groups.map((group) =>
        merge(
          group,
          group.map((list) => rows[lists.indexOf(list)]!),
          sign,
          count,
        ),
      ),
    ),
    count,
  );
  return {
    states: statesOf(lists, rows),
    position,
    ids: merged.slice(skipped).map(({ accountId, emailId }) => idOfMember(accountId, emailId)),
    ...(calculateTotal && { total: totalOf(rows) }),
  };
}

/** The first of each, then the second of each. */
function interleave(groups: readonly Merged[][], count: number): Merged[] {
  if (groups.length === 1) return groups[0]!;
  const all: Merged[] = [];
  const longest = Math.max(...groups.map(({ length }) => length));
  for (let rank = 0; rank < longest && all.length < count; rank++)
    all.push(...groups.flatMap((group) => group[rank] ?? []));
  return all.slice(0, count);
}

const statesOf = (lists: MemberList[], rows: MemberRows[]): Map<Id, State> =>
  new Map(lists.map(({ accountId }, index) => [accountId, rows[index]!.queryState]));

const totalOf = (rows: MemberRows[]): number => rows.reduce((sum, { total = 0 }) => sum + total, 0);

async function pastTheEnd(position: number, lists: MemberList[], reader: ListReader): Promise<Found> {
  const rows = await Promise.all(lists.map((list) => reader.rows(list, { limit: 0, calculateTotal: true })));
  return { states: statesOf(lists, rows), position, ids: [], total: totalOf(rows) };
}

/** @throws MethodError anchorNotFound */
async function positionOf(args: EmailQueryArgs, all: Lists, reader: ListReader): Promise<number> {
  const { position = 0, anchor, anchorOffset = 0 } = args;
  if (anchor) return Math.max(0, (await placeOf(anchor, all, reader)) + anchorOffset);
  if (position >= 0) return position;
  return Math.max(0, (await countIn(all.lists, reader)) + position);
}

const countIn = async (lists: MemberList[], reader: ListReader): Promise<number> =>
  totalOf(await Promise.all(lists.map((list) => reader.rows(list, { limit: 0, calculateTotal: true }))));

/** @throws MethodError anchorNotFound */
async function placeOf(anchor: Id, { lists, groups }: Lists, reader: ListReader): Promise<number> {
  const member = memberOf(anchor);
  const own = lists.find(({ accountId }) => accountId === member?.accountId);
  if (!member || !own) throw new MethodError("anchorNotFound");
  const { position, rows } = await reader.rows(own, { anchor: member.id, limit: 1 });
  const [point] = rows;
  if (!point) throw new MethodError("anchorNotFound");
  const ownGroup = groups.findIndex((group) => group.includes(own));
  const others = groups[ownGroup]!.filter((list) => list !== own);
  const ranks = await Promise.all(others.map((list) => reader.ranks(list, [point])));
  const rank = ranks.reduce((sum, [before = 0]) => sum + before, position);
  if (groups.length === 1) return rank;
  const counts = await Promise.all(groups.map((group) => countIn(group, reader)));
  // Of a group before its own one more has its turn.
  const before = counts.map((count, index) => Math.min(count, index < ownGroup ? rank + 1 : rank));
  return before.reduce((sum, count, index) => (index === ownGroup ? sum : sum + count), rank);
}

/** The first `count` rows of all. */
async function merge(lists: MemberList[], found: MemberRows[], sign: number, count: number): Promise<Merged[]> {
  const next = found.map(() => 0);
  const merged: Merged[] = [];
  while (merged.length < count) {
    let first: number | undefined;
    for (const [index, { rows }] of found.entries()) {
      const row = rows[next[index]!];
      const best = first === undefined ? undefined : found[first]!.rows[next[first]!];
      if (row && (!best || sign * firstInList(row, best) < 0)) first = index;
    }
    if (first === undefined) break;
    const { emailId } = found[first]!.rows[next[first]!++]!;
    merged.push({ emailId, accountId: lists[first]!.accountId });
    if (merged.length % ROWS_PER_TURN === 0) await breathe();
  }
  return merged;
}

const servers = ["failed", "asking", "notAsked", "asked"] as const satisfies PartialResults["server"][];

/** Members at mail servers may not have every text yet. */
async function partialOfAll({ filter }: EmailQueryArgs, call: MergedCall): Promise<PartialResults | undefined> {
  const { store } = call.context;
  const mailboxes = await MergedMailboxes.ofCall(call);
  const found = await Promise.all(
    call.memberIds.map((accountId) => partialOf(store, accountId, filterOfMember(filter, accountId, mailboxes))),
  );
  const partial = found.filter((each) => each !== undefined);
  if (partial.length === 0) return undefined;
  return {
    notLoaded: partial.reduce((sum, { notLoaded }) => sum + notLoaded, 0),
    server: servers.find((server) => partial.some((each) => each.server === server))!,
  };
}
