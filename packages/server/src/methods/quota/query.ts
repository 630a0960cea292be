import { QUOTA, type QuotaFilterCondition } from "@pismo/jmap";
import { stateOf } from "../../store/db/changes.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { queryShape, resolveQuery, windowOf } from "../standard/query.ts";
import { queryQuotas, quotaCondition } from "./filter.ts";
import { quotasOf } from "./record.ts";

/** Quota/query: RFC 9425 §4.4. */
export const query: Method<"Quota/query"> = {
  capability: QUOTA,
  parse: (args) => checkArguments(queryShape<QuotaFilterCondition>(quotaCondition), args),
  run: (given, call) =>
    call.context.store.read(async (reader) => {
      const args = resolveQuery(given, call);
      const { accountId, filter = null, sort } = args;
      const ids = queryQuotas(await quotasOf(reader, accountId, call), filter, sort);
      return windowOf(args, ids, await stateOf(reader, accountId, "Quota"));
    }),
};
