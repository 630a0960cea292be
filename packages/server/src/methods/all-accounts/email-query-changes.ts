/** Email/queryChanges of the merged account: each member's changes, at their places among all. */
import {
  type EmailQueryChangesArgs,
  type Id,
  idOfMember,
  MethodError,
  type QueryChangesResult,
  type State,
} from "@pismo/jmap";
import type { EmailQueryChangesResult } from "../../store/query/email-query-changes.ts";
import type { ListPoint } from "../../store/query/email-ranks.ts";
import { treeOf } from "../../store/query/email-filter.ts";
import { isByRelevance } from "../../store/query/email-sort.ts";
import { hasListId } from "../../store/query/list-search.ts";
import type { ListReader, MemberList } from "./list-reader.ts";
import { isAscending, withLists } from "./lists.ts";
import { assertSamePresence, joinStates, type MergedCall, splitState } from "./members.ts";
import { AWAY } from "./remote/remote-members.ts";

/** @throws MethodError cannotCalculateChanges, tooManyChanges */
export async function emailQueryChangesOfAll(
  args: EmailQueryChangesArgs,
  call: MergedCall,
): Promise<QueryChangesResult> {
  isAscending(args);
  // How well a letter fits is not known of one alone, nor what a list is called.
  if (isByRelevance(args.sort) || hasListId(treeOf(args.filter))) throw new MethodError("cannotCalculateChanges");
  const since = splitState(args.sinceQueryState, call);
  return withLists(args, call, async (lists, reader) => {
    const { maxChanges = null, calculateTotal = false } = args;
    const isHere = (id: Id): boolean => lists.some(({ accountId }) => accountId === id);
    for (const [id, state] of since) assertSamePresence(state, !isHere(id));
    const changes = await Promise.all(
      lists.map((list) => reader.changes(list, since.get(list.accountId)!, maxChanges, calculateTotal)),
    );
    const count = changes.reduce((sum, { removed, added }) => sum + removed.length + added.length, 0);
    if (maxChanges !== null && count > maxChanges) throw new MethodError("tooManyChanges");
    const added = await placesOf(lists, changes, reader);
    const states = lists.map(({ accountId }, index): [Id, State] => [accountId, changes[index]!.newQueryState]);
    await reader.assertStates(states);
    const statesNow = new Map(states);
    return {
      accountId: args.accountId,
      oldQueryState: args.sinceQueryState,
      newQueryState: joinStates(call.memberIds.map((id) => [id, statesNow.get(id) ?? AWAY])),
      ...(calculateTotal && { total: changes.reduce((sum, { total = 0 }) => sum + total, 0) }),
      removed: changes.flatMap(({ removed }, index) => removed.map((id) => idOfMember(lists[index]!.accountId, id))),
      added: added.sort((one, other) => one.index - other.index),
    };
  });
}

/** An Email's index is that in its own list, and what comes before it in the others. */
async function placesOf(
  lists: MemberList[],
  changes: EmailQueryChangesResult[],
  reader: ListReader,
): Promise<{ id: Id; index: number }[]> {
  const all: { id: Id; index: number }[] = [];
  for (const [member, { added }] of changes.entries()) {
    const ids = added.map(({ id }) => id);
    const known = await reader.points(lists[member]!, ids);
    const placed = added.flatMap(({ id, index }) => {
      const point = known.get(id);
      return point ? [{ id, index, point }] : [];
    });
    const points: ListPoint[] = placed.map(({ point }) => point);
    const others = lists.filter((_, index) => index !== member);
    const ranks = await Promise.all(others.map((list) => reader.ranks(list, points)));
    for (const [at, { id, index }] of placed.entries()) {
      const before = ranks.reduce((sum, own) => sum + (own[at] ?? 0), index);
      all.push({ id: idOfMember(lists[member]!.accountId, id), index: before });
    }
  }
  return all;
}
