import { DRAFT, SUBMIT_PENDING } from "@pismo/jmap";
import { findMailbox, type FullEmail } from "../../../store/index.ts";

function isIn({ mailboxIds }: Pick<FullEmail, "mailboxIds">, role: string): boolean {
  const mailbox = findMailbox(role);
  return mailbox !== undefined && mailbox.id in mailboxIds;
}

/** Whether the person wrote it: there is no sender to look into, or to make rules about. */
export const isOwnLetter = (email: Pick<FullEmail, "mailboxIds" | "keywords">): boolean =>
  DRAFT in email.keywords || SUBMIT_PENDING in email.keywords || isIn(email, "sent") || isIn(email, "drafts");
