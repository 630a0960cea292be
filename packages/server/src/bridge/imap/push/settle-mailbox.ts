import type { Id, Mailbox } from "@pismo/jmap";
import { getFolder, type ImapFolder } from "../../../store/mirror/imap-folders.ts";
import { getMailboxes } from "../../../store/mail/mailboxes.ts";
import { finishJob } from "../../../store/mirror/outbound-jobs.ts";
import type { Reader, Transactor } from "../../../store/db/store.ts";

/** A mailbox here and its folder, as it was when both sides were last equal. */
export interface MailboxPair {
  /** undefined: destroyed here. */
  mailbox: Mailbox | undefined;
  /** undefined: the server has none. */
  folder: ImapFolder | undefined;
}

export const readPair = async (reader: Reader, accountId: Id, mailboxId: Id): Promise<MailboxPair> => ({
  mailbox: (await getMailboxes(reader, accountId, [mailboxId]))[0],
  folder: await getFolder(reader, accountId, mailboxId),
});

/** Whether the name, the parent or the mailbox itself was changed here and not on the server. */
export const hasMoved = (mailbox: Mailbox, { baseName, baseParentId }: ImapFolder): boolean =>
  mailbox.name !== baseName || mailbox.parentId !== baseParentId;

/**
 * Whether the subscription was changed here. INBOX always counts as subscribed, and a container of folders cannot be.
 */
export const hasOtherSubscription = (
  { isSubscribed }: Mailbox,
  { path, isSelectable, baseSubscribed }: ImapFolder,
): boolean => isSelectable && path.toUpperCase() !== "INBOX" && isSubscribed !== baseSubscribed;

/** Mailboxes that always exist here get a folder when they contain Emails. */
export const needsFolder = ({ myRights, totalEmails }: Mailbox): boolean => myRights.mayDelete || totalEmails > 0;

function isSettled({ mailbox, folder }: MailboxPair): boolean {
  if (!mailbox) return folder === undefined;
  // A deleted folder is removed by the next pass, or created again for its Emails.
  if (folder) return folder.isGone || !(hasMoved(mailbox, folder) || hasOtherSubscription(mailbox, folder));
  return !needsFolder(mailbox);
}

/** Ends the job of a mailbox, unless it was changed while the server answered. */
export async function settleMailbox(tx: Transactor, accountId: Id, mailboxId: Id): Promise<void> {
  if (isSettled(await readPair(tx, accountId, mailboxId))) await finishJob(tx, accountId, "Mailbox", mailboxId);
}
