import { DEADLINES, type EmailFact, type EmailFactGetArgs } from "@pismo/jmap";
import { getShownFacts } from "../../store/facts/email-facts.ts";
import { checkArguments, id, list, type Shape } from "../checks.ts";
import type { Method } from "../context.ts";
import { getShape, standardGet } from "../standard/get.ts";

const shape: Shape<EmailFactGetArgs> = { ...getShape, ids: list(id) };

const properties = ["id", "senderCheck", "facts", "supersededEvents"] as const;

/** EmailFact/get: an extension of ours, see DEADLINES. */
export const get: Method<"EmailFact/get"> = {
  capability: DEADLINES,
  parse: (args) => checkArguments(shape, args),
  run: (args, call) =>
    standardGet<EmailFact>(args, call, "EmailFact", properties, (reader, accountId, ids) =>
      getShownFacts(reader, accountId, ids ?? []),
    ),
};
