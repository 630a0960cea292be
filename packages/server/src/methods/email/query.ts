import { type EmailFilterCondition, type EmailQueryArgs, MAIL } from "@pismo/jmap";
import { stateOf } from "../../store/db/changes.ts";
import { treeOf } from "../../store/query/email-filter.ts";
import { queryEmails } from "../../store/query/email-query.ts";
import { hasListId } from "../../store/query/list-search.ts";
import { isLongIn } from "../../store/query/long/long-in-account.ts";
import { boolean, checkArguments, optional, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";
import { queryShape, resolveQuery } from "../standard/query.ts";
import { valueOf } from "../raw-json.ts";
import { emailCondition } from "./filter.ts";
import { partialOf } from "./partial.ts";

const shape: Shape<EmailQueryArgs> = {
  ...queryShape<EmailFilterCondition>(emailCondition),
  collapseThreads: optional(boolean),
};

/** Email/query: RFC 8621 §4.4. */
export const query: Method<"Email/query"> = {
  capability: MAIL,
  parse: (args) => checkArguments(shape, args),
  async run(args, call) {
    const { accountId, ...rest } = resolveQuery(args, call);
    const { store, signal } = call.context;
    const found = (await isLongIn(store, accountId, rest))
      ? await store.longQueries.query(accountId, rest, signal)
      : await store.read(async (reader) => ({
          queryState: await stateOf(reader, accountId, "Email"),
          ...(await queryEmails(reader, accountId, rest)),
        }));
    const partial = await partialOf(store, accountId, rest.filter);
    return { accountId, canCalculateChanges: !hasListId(treeOf(rest.filter)), ...found, ...(partial && { partial }) };
  },
  // A search at the mail server is repeated after some time.
  isRepeatable: (_, result) => valueOf(result).partial === undefined,
};
