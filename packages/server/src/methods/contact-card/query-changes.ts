import { type ContactCardFilterCondition, CONTACTS } from "@pismo/jmap";
import { queryCards } from "../../store/contacts/query-cards.ts";
import { changesSince } from "../../store/db/changes.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { queryChangesOf, queryChangesShape, resolveQuery } from "../standard/query.ts";
import { cardCondition } from "./filter.ts";

/** ContactCard/queryChanges: RFC 9610 §3.4. */
export const queryChanges: Method<"ContactCard/queryChanges"> = {
  capability: CONTACTS,
  parse: (args) => checkArguments(queryChangesShape<ContactCardFilterCondition>(cardCondition), args),
  run: (given, call) =>
    call.context.store.read(async (reader) => {
      const args = resolveQuery(given, call);
      const { accountId, sinceQueryState, filter = null, sort } = args;
      const changes = await changesSince(reader, accountId, "ContactCard", sinceQueryState);
      const ids = await queryCards(reader, accountId, { filter, sort });
      const changed = new Set([...changes.created, ...changes.updated, ...changes.destroyed]);
      return queryChangesOf(args, ids, changed, changes.newState);
    }),
};
