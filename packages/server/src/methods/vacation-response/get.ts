import { VACATION_AUDIENCE, VACATION_RESPONSE, type VacationResponse } from "@pismo/jmap";
import { answersAtServer } from "../../ingest/rules/answers-there.ts";
import { getVacationResponse } from "../../store/submission/vacation-responses.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { assertCanAnswer } from "./can-answer.ts";
import { getShape, standardGet } from "../standard/get.ts";

const standardProperties = ["id", "isEnabled", "fromDate", "toDate", "subject", "textBody", "htmlBody"] as const;

/** VacationResponse/get: RFC 8621 §8.1. */
export const get: Method<"VacationResponse/get"> = {
  capability: VACATION_RESPONSE,
  parse: (args) => checkArguments(getShape, args),
  async run(args, call) {
    const { store, submission } = call.context;
    await store.read((reader) => assertCanAnswer(reader, args.accountId, submission));
    const knowsAudience = call.using.includes(VACATION_AUDIENCE);
    const properties = knowsAudience
      ? ([...standardProperties, "contactsOnly", "serverAnswers"] as const)
      : standardProperties;
    return standardGet<VacationResponse>(args, call, "VacationResponse", properties, async (reader, accountId, ids) => {
      if (ids && !ids.includes("singleton")) return [];
      const { contactsOnly, ...standard } = await getVacationResponse(reader, accountId);
      if (!knowsAudience) return [standard];
      return [{ ...standard, contactsOnly, serverAnswers: await answersAtServer(reader, accountId) }];
    });
  },
};
