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
import { stateOf } from "../../store/db/changes.ts";
import { idOf } from "../../store/db/ids.ts";
import { FileList, type FilePoint } from "../../store/files/query-files.ts";
import { windowLimit } from "../file/query.ts";
import { joinStates, type MergedCall, ofLocalMembers } from "./members.ts";

/** Up to so many files before the window are read and merged. */
const MAX_MERGED = 200;

interface MemberList {
  accountId: Id;
  list: FileList;
  /** What is known to be before the window is skipped: up to this file, if any. */
  after: FilePoint | undefined;
}

export const queryFilesOfAll = (args: FileQueryArgs, call: MergedCall): Promise<MethodResult<"File/query">> =>
  queryLocalFiles(args, ofLocalMembers(call));

const queryLocalFiles = (args: FileQueryArgs, call: MergedCall): Promise<MethodResult<"File/query">> =>
  call.context.store.read(async (reader) => {
    const { accountId, filter, sort, calculateTotal = false } = args;
    const states: [Id, State][] = [];
    for (const member of call.memberIds) states.push([member, await stateOf(reader, member, "Email")]);
    const lists = call.memberIds.map((member): MemberList => ({
      accountId: member,
      list: new FileList(reader, member, { filter: filterOfMember(filter, member), sort: sort ?? null }),
      after: undefined,
    }));
    const total = calculateTotal || (args.position ?? 0) < 0 ? await countOf(lists) : 0;
    const position = await positionOf(args, lists, total);
    const { most, told } = windowLimit(args.limit, call);
    // What is searched is looked for again with each statement.
    const isSearched = filter?.text !== undefined || filter?.name !== undefined;
    const left = isSearched ? position : await skip(lists, position);
    const ids = left === undefined ? [] : (await firstOf(lists, left + most)).slice(left);
    return {
      accountId,
      queryState: joinStates(states),
      canCalculateChanges: false,
      ids,
      position,
      ...(calculateTotal && { total }),
      ...told,
    };
  });

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
      if (row && (!first || compare(member.list, row, first.row) < 0)) first = { member, row };
    }
    if (!first) return undefined;
    first.member.after = first.row;
    left -= step;
  }
  return left;
}

async function firstOf(lists: readonly MemberList[], count: number): Promise<Id[]> {
  const all: { accountId: Id; row: FilePoint }[] = [];
  for (const { accountId, list, after } of lists) {
    for (const row of await list.rows({ after, offset: 0, limit: count })) all.push({ accountId, row });
  }
  const [{ list }] = lists as [MemberList];
  all.sort((one, other) => compare(list, one.row, other.row));
  return all.slice(0, count).map(({ accountId, row }) => idOfMember(accountId, idOf("f", row.id)));
}

/** As both engines compare: texts by their octets. */
function compare({ isAscending }: FileList, one: FilePoint, other: FilePoint): number {
  const byValue =
    typeof one.value === "string"
      ? Buffer.compare(Buffer.from(one.value), Buffer.from(String(other.value)))
      : one.value - Number(other.value);
  return (isAscending ? 1 : -1) * (byValue || one.id - other.id);
}
