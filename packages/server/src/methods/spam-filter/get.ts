import { type SpamFilter, SPAM_FILTER } from "@pismo/jmap";
import { MIN_LEARNED } from "../../spam/score.ts";
import { getFilterState } from "../../store/spam/spam-filter.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { getShape, standardGet } from "../standard/get.ts";

const properties = ["id", "learnedSpam", "learnedOther", "beginsAt"] as const satisfies (keyof SpamFilter)[];

/** SpamFilter/get: an extension of ours, see SPAM_FILTER. */
export const get: Method<"SpamFilter/get"> = {
  capability: SPAM_FILTER,
  parse: (args) => checkArguments(getShape, args),
  run: (args, call) =>
    standardGet<SpamFilter>(args, call, "Preferences", properties, async (reader, accountId, ids) => {
      if (ids && !ids.includes("singleton")) return [];
      const { spam = 0, other = 0 } = (await getFilterState(reader, accountId)) ?? {};
      return [{ id: "singleton", learnedSpam: spam, learnedOther: other, beginsAt: MIN_LEARNED }];
    }),
};
