/** To whom a message can be sent: RFC 8621 §7.5. */
import { type Id, SetFailure } from "@pismo/jmap";
import type { Reader } from "../../store/db/store.ts";
import type { RecipientPlace, SubmissionRules } from "../context.ts";

const MAX_RECIPIENTS = 500;

/** Values that are valid in an SMTP command: RFC 5321 §4.1.2, RFC 6531. */
const isAddress = (email: string): boolean => /^[^\s<>@"\p{Cc}]+@[^\s<>@"\p{Cc}]+$/u.test(email) && email.length <= 320;

/** Where recipients are, and whether those elsewhere can be reached. */
export interface Reach {
  places: ReadonlyMap<string, RecipientPlace>;
  canRelay: boolean;
}

/** Asked once for all messages of a call. */
export async function reachOf(
  reader: Reader,
  accountId: Id,
  recipients: readonly (readonly string[])[],
  submission: SubmissionRules,
): Promise<Reach> {
  const known = recipients.filter(({ length }) => length <= MAX_RECIPIENTS).flatMap((each) => each.filter(isAddress));
  const places = await submission.resolve(reader, [...new Set(known)]);
  const isElsewhere = [...places.values()].some(({ kind }) => kind === "elsewhere");
  return { places, canRelay: isElsewhere && (await submission.canRelay(reader, accountId)) };
}

/** @throws SetFailure noRecipients, tooManyRecipients, invalidRecipients, forbiddenToSend */
export function assertRecipients(recipients: readonly string[], { places, canRelay }: Reach): void {
  if (recipients.length === 0)
    throw new SetFailure({ type: "noRecipients", description: "The letter has no recipient" });
  if (recipients.length > MAX_RECIPIENTS)
    throw new SetFailure({ type: "tooManyRecipients", maxRecipients: MAX_RECIPIENTS });
  const malformed = recipients.filter((email) => !isAddress(email));
  if (malformed.length > 0) {
    throw new SetFailure({
      type: "invalidRecipients",
      invalidRecipients: malformed,
      description: "These are no addresses",
    });
  }
  const unknown = recipients.filter((email) => places.get(email)?.kind === "unknown");
  if (unknown.length > 0) {
    throw new SetFailure({
      type: "invalidRecipients",
      invalidRecipients: unknown,
      description: `There is no mailbox ${unknown.join(", ")}`,
    });
  }
  const elsewhere = recipients.filter((email) => places.get(email)?.kind === "elsewhere");
  if (elsewhere.length > 0 && !canRelay) {
    throw new SetFailure({
      type: "forbiddenToSend",
      description: `No server is configured that sends letters to ${elsewhere.join(", ")} (PISMO_SMTP_URL)`,
    });
  }
}
