/** Conditions and sorts of EmailSubmission/query: RFC 8621 §7.3. */
import { type Comparator, type EmailSubmissionFilterCondition, MethodError } from "@pismo/jmap";
import { conditionOf, id, list, oneOf, optional, utcDate } from "../checks.ts";
import { assertCollation } from "../standard/query.ts";

export const submissionCondition = conditionOf<EmailSubmissionFilterCondition>({
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
  (sort ?? []).map((comparator) => {
    const { property, isAscending = true } = comparator;
    assertCollation(comparator);
    if (property === "emailId" || property === "threadId" || property === "sentAt") return { property, isAscending };
    throw new MethodError("unsupportedSort", `Cannot sort by "${property}"`);
  });
