import { type ContactCardFilterCondition, CONTACTS, type Id, MethodError, type QueryArgs } from "@pismo/jmap";
import { type CardQuery, countCards, queryCards } from "../../store/contacts/query-cards.ts";
import { stateOf } from "../../store/db/changes.ts";
import type { Reader } from "../../store/db/store.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { assertCollation, queryShape, resolveQuery } from "../standard/query.ts";
import { cardCondition } from "./filter.ts";

interface Page {
  position: number;
  ids: Id[];
  total?: number;
}

async function pageOf(reader: Reader, args: QueryArgs<ContactCardFilterCondition>, query: CardQuery): Promise<Page> {
  const { accountId, anchor, anchorOffset = 0, limit = null, calculateTotal } = args;
  let { position = 0 } = args;
  if (anchor) {
    const index = (await queryCards(reader, accountId, query)).indexOf(anchor);
    if (index < 0) throw new MethodError("anchorNotFound");
    position = Math.max(0, index + anchorOffset);
  }
  const total = calculateTotal || position < 0 ? await countCards(reader, accountId, query) : undefined;
  if (position < 0) position = Math.max(0, total! + position);
  const ids = await queryCards(reader, accountId, query, { position, limit });
  return { position, ids, ...(calculateTotal && { total: total! }) };
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
      return { accountId, queryState, canCalculateChanges: true, ...(await pageOf(reader, args, { filter, sort })) };
    }),
};
