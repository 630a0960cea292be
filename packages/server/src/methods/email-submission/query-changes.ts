import { type EmailSubmissionFilterCondition, SUBMISSION } from "@pismo/jmap";
import { changesSince } from "../../store/db/changes.ts";
import { querySubmissions } from "../../store/submission/email-submissions.ts";
import { checkArguments } from "../checks.ts";
import type { Method } from "../context.ts";
import { queryChangesOf, queryChangesShape, resolveQuery } from "../standard/query.ts";
import { submissionCondition, submissionSort } from "./filter.ts";

/** EmailSubmission/queryChanges: RFC 8621 §7.4. */
export const queryChanges: Method<"EmailSubmission/queryChanges"> = {
  capability: SUBMISSION,
  parse: (args) => checkArguments(queryChangesShape<EmailSubmissionFilterCondition>(submissionCondition), args),
  run: (given, call) =>
    call.context.store.read(async (reader) => {
      const args = resolveQuery(given, call);
      const { accountId, sinceQueryState, filter = null, sort } = args;
      const { created, updated, destroyed, newState } = await changesSince(
        reader,
        accountId,
        "EmailSubmission",
        sinceQueryState,
      );
      const ids = await querySubmissions(reader, accountId, filter, submissionSort(sort));
      return queryChangesOf(args, ids, new Set([...created, ...updated, ...destroyed]), newState);
    }),
};
