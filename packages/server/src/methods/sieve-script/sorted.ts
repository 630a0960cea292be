import { MethodError, SIEVE, type RuleSortedArgs } from "@pismo/jmap";
import { getSortedEmails } from "../../store/rules/rule-uses.ts";
import { checkArguments, id, list } from "../checks.ts";
import type { Method } from "../context.ts";

/** SieveScript/sorted: an extension of ours, see RULES. */
export const sorted: Method<"SieveScript/sorted"> = {
  capability: SIEVE,
  parse: (args) => checkArguments<RuleSortedArgs>({ accountId: id, emailIds: list(id) }, args),
  async run({ accountId, emailIds }, { context }) {
    if (emailIds.length > context.limits.maxObjectsInGet) throw new MethodError("requestTooLarge");
    return { accountId, list: await context.store.read((reader) => getSortedEmails(reader, accountId, emailIds)) };
  },
};
