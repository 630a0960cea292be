import { SIEVE, type RuleUsesArgs } from "@pismo/jmap";
import { getRuleUses } from "../../store/rules/rule-uses.ts";
import { checkArguments, id } from "../checks.ts";
import type { Method } from "../context.ts";

/** SieveScript/uses: an extension of ours, see RULES. */
export const uses: Method<"SieveScript/uses"> = {
  capability: SIEVE,
  parse: (args) => checkArguments<RuleUsesArgs>({ accountId: id }, args),
  async run({ accountId }, { context }) {
    return { accountId, list: await context.store.read((reader) => getRuleUses(reader, accountId)) };
  },
};
