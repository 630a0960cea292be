/**
 * The copy in Sent of a letter that is being sent: many a server files it itself. Until the letter has gone out nothing
 * is brought to the server, and a copy with its Message-ID that turns up in Sent is taken for this letter. One that turns
 * up when ours is there already is taken for it too, and ours goes.
 */
import type { Id } from "@pismo/jmap";
import { getEmails } from "./emails.ts";
import { isMirrored } from "./imap-accounts.ts";
import { getFolder } from "./imap-folders.ts";
import { addUnplaced } from "./imap-messages.ts";
import { accountKey, idOf } from "./ids.ts";
import { findMailboxByRole } from "./mailboxes.ts";
import type { Reader, Transactor } from "./reader.ts";

/** Milliseconds after which no server files what it has sent. */
const FILED_WITHIN = 24 * 60 * 60_000;

/** SQL for a job `j` whose letter is on its way. */
export const isBeingSent = `(j.type = 'Email' and exists (
  select 1 from email_submission s join submission_recipient r on r.submission_id = s.id
  where s.email_id = j.object_id and r.state in ('queued', 'sending', 'transmitting')))`;

/** A server may file by itself what it has sent: its copy is taken for this letter when it shows. */
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

/**
 * Letters that went out a short time ago and are on the server, by their Message-ID as it stands in marks; none where
 * the mailbox is not Sent.
 */
export async function sentLately(reader: Reader, accountId: Id, mailboxId: Id): Promise<Map<string, Id>> {
  const sent = await findMailboxByRole(reader, accountId, "sent");
  if (sent?.id !== mailboxId) return new Map();
  const rows = await reader.all<{ email_id: number; mark: string }>(
    `select m.email_id, m.mark from email_submission s join imap_message m on m.email_id = s.email_id
     where s.account_id = ? and s.send_at > ? and m.mark is not null`,
    accountKey(accountId),
    Date.now() - FILED_WITHIN,
  );
  return new Map(rows.map(({ email_id, mark }) => [mark.split(" ", 1)[0]!, idOf("e", email_id)]));
}
