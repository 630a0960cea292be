/** ContactCard/get and /query of the merged account: cards of all members that have contacts (RFC 9610 §3). */
import {
  type ContactCard,
  type ContactCardFilterCondition,
  type Filter,
  type Id,
  idOfMember,
  type MethodArgs,
  MethodError,
  type MethodResult,
  type State,
} from "@pismo/jmap";
import { type CardPoint, comparePoints, countCards, sortedCards } from "../../store/contacts/query-cards.ts";
import { stateOf } from "../../store/db/changes.ts";
import { get } from "../contact-card/get.ts";
import { assertCollation, windowOf } from "../standard/query.ts";
import { getRecords, renamed } from "./get-methods.ts";
import { joinStates, type MergedCall } from "./members.ts";
import { cardsThere, getCardsThere } from "./remote/remote-cards.ts";
import { AWAY } from "./remote/remote-members.ts";

export const getCardsOfAll = getRecords<Partial<ContactCard>>("ContactCard", get.run, getCardsThere, renamed);

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
    ids.push(idOfMember(accountId, points[next[first]!++]!.id));
  }
  return ids;
}

/** What other servers have is read before: nothing here is held while they answer. */
export async function queryCardsOfAll(
  args: MethodArgs<"ContactCard/query">,
  call: MergedCall,
): Promise<MethodResult<"ContactCard/query">> {
  const { filter = null, sort, position = 0, limit, anchor, calculateTotal } = args;
  sort?.forEach(assertCollation);
  assertNoBook(filter);
  // Only the whole list says where an anchor is, or a place from its end.
  const end = anchor != null || position < 0 || limit == null ? null : position + limit;
  const there = await cardsThere({ filter, sort, end }, call);
  return call.context.store.read(async (reader) => {
    const states: [Id, State][] = [];
    const lists: MemberCards[] = [];
    let total = 0;
    for (const accountId of call.memberIds) {
      const found = there.get(accountId);
      if (call.localIds.includes(accountId)) {
        const points = await sortedCards(reader, accountId, { filter, sort }, { position: 0, limit: end });
        lists.push({ accountId, points });
        if (calculateTotal) total += await countCards(reader, accountId, { filter, sort });
        states.push([accountId, await stateOf(reader, accountId, "ContactCard")]);
      } else {
        if (found) lists.push({ accountId, points: found.points });
        total += found?.total ?? 0;
        states.push([accountId, found?.state ?? AWAY]);
      }
    }
    const window = windowOf(args, merge(lists, sort, end ?? Infinity), joinStates(states));
    const missing = [...there].flatMap(([accountId, found]) => (found ? [] : [accountId]));
    return {
      ...window,
      canCalculateChanges: false,
      ...(calculateTotal && { total }),
      ...(missing.length > 0 && { missing }),
    };
  });
}
