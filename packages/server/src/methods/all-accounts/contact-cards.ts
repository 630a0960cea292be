/** ContactCard/get and /query of the merged account: cards of the members whose contacts are here (RFC 9610 §3). */
import {
  type ContactCardFilterCondition,
  type Filter,
  type Id,
  idOfMember,
  type MethodArgs,
  MethodError,
  type MethodResult,
} from "@pismo/jmap";
import { type CardPoint, comparePoints, countCards, sortedCards } from "../../store/contacts/query-cards.ts";
import { stateOf } from "../../store/db/changes.ts";
import { idOf } from "../../store/db/ids.ts";
import type { Reader } from "../../store/db/store.ts";
import { get } from "../contact-card/get.ts";
import { valueOf } from "../raw-json.ts";
import { assertGetSize } from "../standard/get.ts";
import { assertCollation, windowOf } from "../standard/query.ts";
import { joinStates, type MergedCall, ofLocalMembers, splitIds } from "./members.ts";

async function stateOfCards(reader: Reader, { localIds }: MergedCall): Promise<string> {
  const states: [Id, string][] = [];
  for (const accountId of localIds) states.push([accountId, await stateOf(reader, accountId, "ContactCard")]);
  return joinStates(states);
}

/** @throws MethodError requestTooLarge: all cards of all accounts */
export async function getCardsOfAll(
  args: MethodArgs<"ContactCard/get">,
  call: MergedCall,
): Promise<MethodResult<"ContactCard/get">> {
  const { accountId, ids } = args;
  if (!ids) throw new MethodError("requestTooLarge", "All records of several accounts are too many");
  assertGetSize(ids.length, call);
  const state = await call.context.store.read((reader) => stateOfCards(reader, call));
  const { own, notFound } = splitIds(ids, ofLocalMembers(call));
  const places = new Map(ids.map((id, index) => [id, index]));
  const found = await Promise.all(
    [...own].map(async ([member, each]) => {
      const { list, notFound: none } = valueOf(await get.run({ ...args, accountId: member, ids: each }, call));
      notFound.push(...none.map((id) => idOfMember(member, id)));
      return list.map((card) => ({ ...card, id: idOfMember(member, card.id!) }));
    }),
  );
  const list = found.flat().sort((one, other) => places.get(one.id)! - places.get(other.id)!);
  return { accountId, state, list, notFound };
}

/** The ids of address books are those of each account. @throws MethodError unsupportedFilter */
function assertNoBook(filter: Filter<ContactCardFilterCondition> | null): void {
  if (filter === null) return;
  if ("operator" in filter) filter.conditions.forEach(assertNoBook);
  else if (filter.inAddressBook !== undefined)
    throw new MethodError("unsupportedFilter", "An address book is that of one account");
}

interface MemberCards {
  accountId: Id;
  points: readonly CardPoint[];
}

/** The first `count` of all; of equal ones those of the first account. */
function merge(lists: readonly MemberCards[], sort: MethodArgs<"ContactCard/query">["sort"], count: number): Id[] {
  const compare = comparePoints(sort);
  const next = lists.map(() => 0);
  const ids: Id[] = [];
  while (ids.length < count) {
    let first: number | undefined;
    for (const [index, { points }] of lists.entries()) {
      const point = points[next[index]!];
      if (point && (first === undefined || compare(point, lists[first]!.points[next[first]!]!) < 0)) first = index;
    }
    if (first === undefined) break;
    const { accountId, points } = lists[first]!;
    ids.push(idOfMember(accountId, idOf("c", points[next[first]!++]!.id)));
  }
  return ids;
}

export async function queryCardsOfAll(
  args: MethodArgs<"ContactCard/query">,
  call: MergedCall,
): Promise<MethodResult<"ContactCard/query">> {
  const { filter = null, sort, position = 0, limit, anchor, calculateTotal } = args;
  sort?.forEach(assertCollation);
  assertNoBook(filter);
  // Only the whole list says where an anchor is, or a place from its end.
  const end = anchor != null || position < 0 || limit == null ? null : position + limit;
  return call.context.store.read(async (reader) => {
    const queryState = await stateOfCards(reader, call);
    const lists: MemberCards[] = [];
    let total = 0;
    for (const accountId of call.localIds) {
      const points = await sortedCards(reader, accountId, { filter, sort }, { position: 0, limit: end });
      lists.push({ accountId, points });
      if (calculateTotal) total += await countCards(reader, accountId, { filter, sort });
    }
    const window = windowOf(args, merge(lists, sort, end ?? Infinity), queryState);
    return { ...window, canCalculateChanges: false, ...(calculateTotal && { total }) };
  });
}
