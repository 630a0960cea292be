/** File/query of the merged account: windows of its members' lists, merged in whichever order is asked for. */
import {
  type FileFilterCondition,
  type FileQueryArgs,
  type Id,
  idOfMember,
  memberOf,
  MethodError,
  type MethodResult,
  type State,
} from "@pismo/jmap";
import { stateOf } from "../../../store/db/changes.ts";
import { idOf } from "../../../store/db/ids.ts";
import { FileList, fileOrderOf, type FilePoint } from "../../../store/files/query-files.ts";
import { windowLimit } from "../../file/query.ts";
import { comparePoints, type FileSource } from "./file-source.ts";
import { joinStates, type MergedCall } from "../members.ts";
import { remoteMember, unlessAway } from "../remote/ask.ts";
import { fileIndexOf, type RemoteFileIndex } from "../remote/files/remote-file-index.ts";
import { RemoteFileList } from "../remote/files/remote-file-list.ts";
import { AWAY } from "../remote/remote-members.ts";

/** Up to so many files before the window are read and merged. */
const MAX_MERGED = 200;

interface MemberList {
  accountId: Id;
  list: FileSource;
  /** What is known to be before the window is skipped: up to this file, if any. */
  after: FilePoint | undefined;
}

/** What other servers have is read before: nothing here is held while they answer. */
export async function queryFilesOfAll(args: FileQueryArgs, given: MergedCall): Promise<MethodResult<"File/query">> {
  const { filter, sort } = args;
  const isAsked = (id: Id): boolean => filter?.inAccount === undefined || filter.inAccount === id;
  const call = { ...given, memberIds: given.memberIds.filter(isAsked) };
  const remote = await remoteFiles(filter ?? null, call);
  return call.context.store.read(async (reader) => {
    const { property, isAscending } = fileOrderOf(sort);
    const compare = comparePoints(isAscending);
    const states: [Id, State][] = [];
    const lists: MemberList[] = [];
    for (const accountId of call.memberIds) {
      const there = remote.get(accountId);
      if (there) {
        states.push([accountId, there.state]);
        const list = new RemoteFileList(there.index, there.filter, { property, isAscending, compare });
        lists.push({ accountId, list, after: undefined });
      } else if (call.localIds.includes(accountId)) {
        states.push([accountId, await stateOf(reader, accountId, "Email")]);
        const own = new FileList(reader, accountId, { filter: filterOfMember(filter, accountId), sort: sort ?? null });
        lists.push({ accountId, list: localSource(own, compare), after: undefined });
      } else states.push([accountId, AWAY]);
    }
    const missing = states.flatMap(([accountId, state]) => (state === AWAY ? [accountId] : []));
    const lacking = [...remote].filter(([, { index, state }]) => !index.isWholeAt(state));
    const [failing, reading] = [true, false].map((hasFailed) =>
      lacking.flatMap(([accountId, { index }]) => (index.hasFailed === hasFailed ? [accountId] : [])),
    ) as [Id[], Id[]];
    return {
      accountId: args.accountId,
      queryState: joinStates(states),
      canCalculateChanges: false,
      ...(await windowOf(args, lists, call)),
      ...(missing.length > 0 && { missing }),
      ...(reading.length > 0 && { reading }),
      ...(failing.length > 0 && { failing }),
    };
  });
}

async function windowOf(args: FileQueryArgs, lists: MemberList[], call: MergedCall) {
  const { filter, calculateTotal = false } = args;
  const total = calculateTotal || (args.position ?? 0) < 0 ? await countOf(lists) : 0;
  const position = await positionOf(args, lists, total);
  const { most, told } = windowLimit(args.limit, call);
  // What is searched is looked for again with each statement.
  const isSearched = filter?.text !== undefined || filter?.name !== undefined;
  const left = isSearched ? position : await skip(lists, position);
  const ids = left === undefined ? [] : (await firstOf(lists, left + most)).slice(left);
  return { ids, position, ...(calculateTotal && { total }), ...told };
}

const localSource = (list: FileList, compare: FileSource["compare"]): FileSource => ({
  isAscending: list.isAscending,
  compare,
  count: () => list.count(),
  find: (id) => list.find(id),
  rank: (point) => list.rank(point),
  rows: async (asked) => (await list.rows(asked)).map((row) => ({ ...row, name: idOf("f", row.id) })),
});

interface RemoteFiles {
  index: RemoteFileIndex;
  state: State;
  filter: FileFilterCondition;
}

/** Of the members at other servers, without those that are away. */
async function remoteFiles(filter: FileFilterCondition | null, call: MergedCall): Promise<Map<Id, RemoteFiles>> {
  const ids = call.memberIds.filter((id) => !call.localIds.includes(id));
  const all = await Promise.all(
    ids.map(async (accountId): Promise<[Id, RemoteFiles][]> => {
      const found = await unlessAway(async () => {
        const member = await remoteMember(accountId, call);
        if (!member) return undefined;
        const index = fileIndexOf(member);
        await index.refresh(member.inBackground());
        return { index, state: await member.state("Email") };
      });
      if (!found || found.state === AWAY) return [];
      const own = filterOfMember(filter, accountId) ?? {};
      return [[accountId, { ...found, filter: own }]];
    }),
  );
  return new Map(all.flat());
}

/** No file: of a member that does not have the Email. */
const NO_EMAIL: Id = "e0";

function filterOfMember(filter: FileFilterCondition | null | undefined, accountId: Id): FileFilterCondition | null {
  if (filter?.emailId === undefined) return filter ?? null;
  const member = memberOf(filter.emailId);
  return { ...filter, emailId: member?.accountId === accountId ? member.id : NO_EMAIL };
}

async function countOf(lists: readonly MemberList[]): Promise<number> {
  let total = 0;
  for (const { list } of lists) total += await list.count();
  return total;
}

/** @throws MethodError anchorNotFound */
async function positionOf(args: FileQueryArgs, lists: readonly MemberList[], total: number): Promise<number> {
  const { position = 0, anchor, anchorOffset = 0 } = args;
  if (!anchor) return position < 0 ? Math.max(0, total + position) : position;
  const member = memberOf(anchor);
  const own = lists.find(({ accountId }) => accountId === member?.accountId);
  const point = member && (await own?.list.find(member.id));
  if (!point) throw new MethodError("anchorNotFound");
  let rank = 0;
  for (const { list } of lists) rank += await list.rank(point);
  return Math.max(0, rank + anchorOffset);
}

/**
 * Of `left` files, each of n lists may have left/n: where their last ones are compared, those of the list whose last one
 * comes first are all among them. So few rows are read, and each step leaves a smaller part to go.
 * @returns how many are left to be skipped; undefined: there is nothing at the position
 */
async function skip(lists: readonly MemberList[], position: number): Promise<number | undefined> {
  let left = position;
  while (left > Math.max(MAX_MERGED, lists.length)) {
    const step = Math.floor(left / lists.length);
    let first: { member: MemberList; row: FilePoint } | undefined;
    for (const member of lists) {
      const [row] = await member.list.rows({ after: member.after, offset: step - 1, limit: 1 });
      if (row && (!first || member.list.compare(row, first.row) < 0)) first = { member, row };
    }
    if (!first) return undefined;
    first.member.after = first.row;
    left -= step;
  }
  return left;
}

async function firstOf(lists: readonly MemberList[], count: number): Promise<Id[]> {
  const all: { accountId: Id; row: FilePoint & { name: Id } }[] = [];
  for (const { accountId, list, after } of lists) {
    for (const row of await list.rows({ after, offset: 0, limit: count })) all.push({ accountId, row });
  }
  const compare = lists[0]?.list.compare;
  if (compare) all.sort((one, other) => compare(one.row, other.row));
  return all.slice(0, count).map(({ accountId, row }) => idOfMember(accountId, row.name));
}
