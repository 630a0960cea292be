import { type EmailFilterCondition, type EmailQueryChangesArgs, MAIL } from "@pismo/jmap";
import { emailQueryChanges } from "../../store/query/email-query-changes.ts";
import { isLongIn } from "../../store/query/long/long-in-account.ts";
import { boolean, checkArguments, optional, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";
import { queryChangesShape, resolveQuery } from "../standard/query.ts";
import { emailCondition } from "./filter.ts";

const shape: Shape<EmailQueryChangesArgs> = {
  ...queryChangesShape<EmailFilterCondition>(emailCondition),
  collapseThreads: optional(boolean),
};

/** Email/queryChanges: RFC 8621 §4.5. It always calculates, but not by the names of lists. */
export const queryChanges: Method<"Email/queryChanges"> = {
  capability: MAIL,
  parse: (args) => checkArguments(shape, args),
  async run(args, call) {
    const { accountId, ...rest } = resolveQuery(args, call);
    const { store, signal } = call.context;
    const changes = (await isLongIn(store, accountId, rest))
      ? await store.longQueries.queryChanges(accountId, rest, signal)
      : await store.read((reader) => emailQueryChanges(reader, accountId, rest));
    return { accountId, ...changes };
  },
};
