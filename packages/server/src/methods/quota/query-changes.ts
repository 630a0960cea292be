import { QUOTA, type QuotaFilterCondition } from "@pismo/jmap";
import { changesSince } from "../../store/db/changes.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { queryChangesOf, queryChangesShape, resolveQuery } from "../standard/query.ts";
import { queryQuotas, quotaCondition } from "./filter.ts";
import { quotasOf } from "./record.ts";

/** Quota/queryChanges: RFC 9425 §4.5. */
export const queryChanges: Method<"Quota/queryChanges"> = {
  capability: QUOTA,
  parse: (args) => checkArguments(queryChangesShape<QuotaFilterCondition>(quotaCondition), args),
  run: (given, call) =>
    call.context.store.read(async (reader) => {
      const args = resolveQuery(given, call);
      const { accountId, sinceQueryState, filter = null, sort } = args;
      const { created, updated, destroyed, newState } = await changesSince(reader, accountId, "Quota", sinceQueryState);
      const ids = queryQuotas(await quotasOf(reader, accountId, call), filter, sort);
      return queryChangesOf(args, ids, new Set([...created, ...updated, ...destroyed]), newState);
    }),
};
