/** Why the server refused, as a notice. */
import type { SetError } from "@pismo/jmap";
import { notify } from "../notices.ts";

/** Reasons with a text of their own in the catalogues (`actions.refused.…`). */
const explained = new Set([
  "forbidden",
  "notFound",
  "overQuota",
  "tooManyKeywords",
  "tooManyMailboxes",
  "mailboxHasChild",
  "mailboxHasEmail",
]);

/** One notice for all that one change was refused. */
export function notifyRefused(errors: readonly SetError[]): void {
  const [first] = errors;
  if (!first) return;
  const reason = first.description ?? first.type;
  const name = explained.has(first.type) ? first.type : "other";
  notify({ key: `actions.refused.${name}`, values: { reason, count: errors.length }, tone: "error" });
}
