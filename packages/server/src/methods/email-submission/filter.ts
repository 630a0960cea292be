/** Conditions and sorts of EmailSubmission/query: RFC 8621 §7.3. */
import { type Comparator, type EmailSubmissionFilterCondition, MethodError } from "@pismo/jmap";
import { id, list, oneOf, optional, shapeOf, utcDate } from "../checks.ts";

export const submissionCondition = shapeOf<EmailSubmissionFilterCondition>({
  identityIds: optional(list(id)),
  emailIds: optional(list(id)),
  threadIds: optional(list(id)),
  undoStatus: optional(oneOf("pending", "final", "canceled")),
  before: optional(utcDate),
  after: optional(utcDate),
});

interface SubmissionSort {
  property: "emailId" | "threadId" | "sentAt";
  isAscending?: boolean;
}

/** @throws MethodError unsupportedSort */
export const submissionSort = (sort: readonly Comparator[] | null | undefined): SubmissionSort[] =>
  (sort ?? []).map(({ property, isAscending = true }) => {
    if (property === "emailId" || property === "threadId" || property === "sentAt") return { property, isAscending };
    throw new MethodError("unsupportedSort", `Cannot sort by "${property}"`);
  });
