/** Whether an account can send vacation responses. */
import { type Id, MethodError } from "@pismo/jmap";
import { isMirrored } from "../../store/mirror/imap-accounts.ts";
import type { Reader } from "../../store/db/store.ts";
import type { SubmissionRules } from "../context.ts";

/** A mirrored account needs an outgoing server; the senders of a local account may be local. */
export async function canAnswer(
  reader: Reader,
  accountId: Id,
  { canRelay }: Pick<SubmissionRules, "canRelay">,
): Promise<boolean> {
  return !(await isMirrored(reader, accountId)) || canRelay(reader, accountId);
}

/** @throws MethodError accountNotSupportedByMethod */
export async function assertCanAnswer(reader: Reader, accountId: Id, submission: SubmissionRules): Promise<void> {
  if (await canAnswer(reader, accountId, submission)) return;
  throw new MethodError("accountNotSupportedByMethod", "No server is set that sends letters of this account");
}
