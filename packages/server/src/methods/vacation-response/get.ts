import { VACATION_RESPONSE, type VacationResponse } from "@pismo/jmap";
import { getVacationResponse } from "../../store/submission/vacation-responses.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { assertCanAnswer } from "./can-answer.ts";
import { getShape, standardGet } from "../standard/get.ts";

const properties = ["id", "isEnabled", "fromDate", "toDate", "subject", "textBody", "htmlBody"] as const;

/** VacationResponse/get: RFC 8621 §8.1. */
export const get: Method<"VacationResponse/get"> = {
  capability: VACATION_RESPONSE,
  parse: (args) => checkArguments(getShape, args),
  async run(args, call) {
    const { store, submission } = call.context;
    await store.read((reader) => assertCanAnswer(reader, args.accountId, submission));
    return standardGet<VacationResponse>(args, call, "VacationResponse", properties, async (reader, accountId, ids) =>
      !ids || ids.includes("singleton") ? [await getVacationResponse(reader, accountId)] : [],
    );
  },
};
