/**
 * The copy in Sent of an Email that is being sent: many servers file it themselves. Nothing is pushed before the message
 * is sent, and a copy in Sent with its Message-ID is matched to this Email. One that appears after ours is matched too,
 * and ours is deleted.
 */
import type { Id } from "@pismo/jmap";
import { getEmails } from "../mail/emails.ts";
import { isMirrored } from "./imap-accounts.ts";
import { getFolder } from "./imap-folders.ts";
import { addAllUnlocated } from "./imap-copies.ts";
import { accountKey, idOf } from "../db/ids.ts";
import { findMailboxByRole } from "../mail/mailboxes.ts";
import type { Reader, Transactor } from "../db/reader.ts";

/** A server files a sent message within this time, or not at all. */
const FILED_WITHIN_MS = 24 * 60 * 60_000;

/** Expects copies that the server files by itself, to be matched to these Emails. */
export async function expectSentCopies(tx: Transactor, accountId: Id, emailIds: readonly Id[]): Promise<void> {
  if (!(await isMirrored(tx, accountId))) return;
  const sent = await findMailboxByRole(tx, accountId, "sent");
  if (!sent || !(await getFolder(tx, accountId, sent.id))) return;
  const emails = new Map((await getEmails(tx, accountId, emailIds)).map((email) => [email.id, email]));
  await addAllUnlocated(
    tx,
    accountId,
    emailIds.flatMap((emailId) => {
      const [messageId] = emails.get(emailId)?.headers.messageId ?? [];
      if (messageId === undefined) return [];
      // Size and time are unknown; in this folder the Message-ID is enough.
      const fingerprint = `<${messageId}> 0 0`;
      return { mailboxId: sent.id, emailId, keywords: [], fingerprint, reason: "appending" as const };
    }),
  );
}

/**
 * Emails sent recently with a copy on the server, by the Message-ID in their fingerprints; none for a mailbox other than
 * Sent.
 */
export async function sentLately(reader: Reader, accountId: Id, mailboxId: Id): Promise<Map<string, Id>> {
  const sent = await findMailboxByRole(reader, accountId, "sent");
  if (sent?.id !== mailboxId) return new Map();
  const rows = await reader.all<{ email_id: number; mark: string }>(
    `select m.email_id, m.mark from email_submission s join imap_message m on m.email_id = s.email_id and m.account_id = s.account_id
     where s.account_id = ? and s.is_redirect = 0 and s.send_at > ? and m.mark is not null`,
    accountKey(accountId),
    Date.now() - FILED_WITHIN_MS,
  );
  return new Map(rows.map(({ email_id, mark }) => [mark.split(" ", 1)[0]!, idOf("e", email_id)]));
}
