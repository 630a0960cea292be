import { type ContactCardFilterCondition, CONTACTS, type QueryArgs, type QueryResult } from "@pismo/jmap";
import { type CardQuery, countCards, queryCards } from "../../store/contacts/query-cards.ts";
import { stateOf } from "../../store/db/changes.ts";
import type { Reader } from "../../store/db/store.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { assertCollation, queryShape, resolveQuery, windowOf } from "../standard/query.ts";
import { cardCondition } from "./filter.ts";

type Args = QueryArgs<ContactCardFilterCondition>;

/** @throws MethodError anchorNotFound, unsupportedSort */
async function pageOf(reader: Reader, args: Args, query: CardQuery, queryState: string): Promise<QueryResult> {
  const { accountId, anchor, limit = null, calculateTotal } = args;
  // Only the whole list says where the anchor is.
  if (anchor) return windowOf(args, await queryCards(reader, accountId, query), queryState);
  let { position = 0 } = args;
  const total = calculateTotal || position < 0 ? await countCards(reader, accountId, query) : undefined;
  if (position < 0) position = Math.max(0, total! + position);
  const ids = await queryCards(reader, accountId, query, { position, limit });
  return { accountId, queryState, canCalculateChanges: true, position, ids, ...(calculateTotal && { total: total! }) };
}

/** ContactCard/query: RFC 9610 §3.3. */
export const query: Method<"ContactCard/query"> = {
  capability: CONTACTS,
  parse: (args) => checkArguments(queryShape<ContactCardFilterCondition>(cardCondition), args),
  run: (given, call) =>
    call.context.store.read(async (reader) => {
      const args = resolveQuery(given, call);
      const { accountId, filter = null, sort } = args;
      sort?.forEach(assertCollation);
      const queryState = await stateOf(reader, accountId, "ContactCard");
      return pageOf(reader, args, { filter, sort }, queryState);
    }),
};
