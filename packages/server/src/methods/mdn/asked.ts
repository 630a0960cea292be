/** Whether an Email asks for a receipt that may be sent: RFC 8098 §2.1. */
import { DRAFT, type EmailAddress, type Id, MDN_SENT, SetFailure } from "@pismo/jmap";
import { isAutomatic } from "../../mime/headers/automatic-message.ts";
import { asAddresses, headersOf, headerValues } from "../../mime/headers/headers.ts";
import type { Reader } from "../../store/db/store.ts";
import { type EmailRecord, getEmails } from "../../store/mail/emails.ts";
import { findMailboxByRole } from "../../store/mail/mailboxes.ts";

export interface Asked {
  email: EmailRecord;
  /** Who asks. */
  to: EmailAddress[];
}

/** A message that asks for more is an attempt to have receipts sent to others. */
const MAX_ASKERS = 10;

const forbidden = (description: string): SetFailure => new SetFailure({ type: "forbidden", description });

/** @throws SetFailure notFound, mdnAlreadySent */
export async function assertUnanswered(reader: Reader, accountId: Id, emailId: Id): Promise<EmailRecord> {
  const [email] = await getEmails(reader, accountId, [emailId]);
  if (!email) throw new SetFailure({ type: "notFound", description: "There is no such Email" });
  if (email.keywords.includes(MDN_SENT)) throw new SetFailure({ type: "mdnAlreadySent" });
  return email;
}

/**
 * @throws SetFailure notFound: there is no such Email, or it does not ask; mdnAlreadySent; forbidden: spam, lists,
 * programs and what the account did not receive get none
 */
export async function assertAsked(reader: Reader, accountId: Id, emailId: Id): Promise<Asked> {
  const email = await assertUnanswered(reader, accountId, emailId);
  const { blobId, structure, mailboxIds } = email;
  const header = await reader.blobs.getRange(blobId, structure.headerStart, structure.bodyStart);
  const fields = header ? headersOf(header, 0, header.length) : [];
  // RFC 8098 §2.1: one field; several are an error of its writer.
  const [value, ...more] = headerValues(fields, "Disposition-Notification-To");
  const to =
    value === undefined || more.length > 0 ? [] : asAddresses(value).filter((each) => each.email.includes("@"));
  if (to.length === 0 || to.length > MAX_ASKERS)
    throw new SetFailure({ type: "notFound", description: "The letter asks for no receipt" });
  if (email.isFromClient || email.keywords.includes(DRAFT)) throw forbidden("The account did not receive this letter");
  const junk = await findMailboxByRole(reader, accountId, "junk");
  if (junk && mailboxIds.includes(junk.id)) throw forbidden("Spam gets no receipt");
  if (isAutomatic(fields)) throw forbidden("Lists and programs get no receipt");
  return { email, to };
}
