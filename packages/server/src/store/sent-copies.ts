/**
 * The copy in Sent of a letter that is being sent: many a server files it itself. Until the letter has gone out nothing
 * is brought to the server, and a copy with its Message-ID that turns up in Sent is taken for this letter.
 */
import type { Id } from "@pismo/jmap";
import { getEmails } from "./emails.ts";
import { isMirrored } from "./imap-accounts.ts";
import { getFolder } from "./imap-folders.ts";
import { addUnplaced } from "./imap-messages.ts";
import { findMailboxByRole } from "./mailboxes.ts";
import type { Transactor } from "./reader.ts";

/** SQL for a job `j` whose letter is on its way. */
export const isBeingSent = `(j.type = 'Email' and exists (
  select 1 from email_submission s join submission_recipient r on r.submission_id = s.id
  where s.email_id = j.object_id and r.state in ('queued', 'sending', 'transmitting')))`;

export async function expectSentCopy(tx: Transactor, accountId: Id, emailId: Id): Promise<void> {
  if (!(await isMirrored(tx, accountId))) return;
  const sent = await findMailboxByRole(tx, accountId, "sent");
  if (!sent || !(await getFolder(tx, sent.id))) return;
  const [messageId] = (await getEmails(tx, accountId, [emailId]))[0]?.headers.messageId ?? [];
  if (messageId === undefined) return;
  // Of its size and time nothing is known; in this folder the Message-ID is enough.
  const mark = `<${messageId}> 0 0`;
  await addUnplaced(tx, accountId, { mailboxId: sent.id, emailId, keywords: [], mark, reason: "appending" });
}
