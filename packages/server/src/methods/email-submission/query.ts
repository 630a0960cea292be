import { type EmailSubmissionFilterCondition, SUBMISSION } from "@pismo/jmap";
import { stateOf } from "../../store/db/changes.ts";
import { querySubmissions } from "../../store/submission/email-submissions.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { queryShape, resolveQuery, windowOf } from "../standard/query.ts";
import { submissionCondition, submissionSort } from "./filter.ts";

/** EmailSubmission/query: RFC 8621 §7.3. */
export const query: Method<"EmailSubmission/query"> = {
  capability: SUBMISSION,
  parse: (args) => checkArguments(queryShape<EmailSubmissionFilterCondition>(submissionCondition), args),
  run: (given, call) =>
    call.context.store.read(async (reader) => {
      const args = resolveQuery(given, call);
      const { accountId, filter = null, sort } = args;
      const ids = await querySubmissions(reader, accountId, filter, submissionSort(sort));
      return windowOf(args, ids, await stateOf(reader, accountId, "EmailSubmission"));
    }),
};
