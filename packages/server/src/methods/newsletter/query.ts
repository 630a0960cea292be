import { type NewsletterFilterCondition, NEWSLETTERS, type NewsletterQueryArgs } from "@pismo/jmap";
import { idOf } from "../../store/db/ids.ts";
import { stateOf } from "../../store/db/changes.ts";
import { findNewsletters, inOrder } from "../../store/newsletters/newsletters.ts";
import { checkArguments, conditionOf, id, optional, string } from "../checks.ts";
import type { Method } from "../context.ts";
import { conditionQueryShape, resolveQuery, windowOf } from "../standard/query.ts";

const shape = conditionQueryShape<NewsletterFilterCondition>(
  conditionOf<NewsletterFilterCondition>({ text: optional(string), emailId: optional(id) }),
);

/** Newsletter/query: an extension of ours, see NEWSLETTERS. */
export const query: Method<"Newsletter/query"> = {
  capability: NEWSLETTERS,
  parse: (args) => checkArguments<NewsletterQueryArgs>(shape, args),
  run: (args, call) => {
    const { accountId, sort } = args;
    const { emailId, ...rest } = args.filter ?? {};
    const filter = { ...rest, ...(emailId !== undefined && { emailId: call.createdIds.resolve(emailId) }) };
    return call.context.store.read(async (reader) => {
      const found = await findNewsletters(reader, accountId, filter, sort, Date.now());
      const ids = inOrder(found, sort).map(({ key }) => idOf("n", key));
      const state = await stateOf(reader, accountId, "Email");
      return { ...windowOf(resolveQuery({ ...args, filter: null }, call), ids, state), canCalculateChanges: false };
    });
  },
};
