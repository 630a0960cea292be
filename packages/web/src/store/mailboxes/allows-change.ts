/** Whether the folders that an Email lies in allow a change of it: RFC 8621 §2. Pure. */
import type { Id, Mailbox, MailboxRights } from "@pismo/jmap";
import type { EmailRow } from "../records/email-properties.ts";

/** A folder that is not known allows it. */
export const allowsChange = (
  { mailboxIds }: Pick<EmailRow, "mailboxIds">,
  right: keyof MailboxRights,
  find: (id: Id) => Pick<Mailbox, "myRights"> | undefined,
): boolean => Object.keys(mailboxIds).every((id) => find(id)?.myRights[right] ?? true);
