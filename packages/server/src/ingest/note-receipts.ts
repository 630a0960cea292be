/** A read receipt that comes is told of by the submission that it is about: RFC 8621 §7, RFC 9007. */
import type { Id } from "@pismo/jmap";
import { readReceipt } from "../mime/parse/disposition-notification.ts";
import type { PartNode } from "../mime/parse/part.ts";
import type { Transactor } from "../store/db/store.ts";
import { findMailboxByRole } from "../store/mail/mailboxes.ts";
import { getMembership } from "../store/mail/email-memberships.ts";
import type { PreparedEmail } from "../store/mail/prepare-email.ts";
import { recordReceipt } from "../store/submission/receipts.ts";

/** A letter with its message, or with the beginning of it. */
export interface Came {
  accountId: Id;
  emailId: Id;
  bytes: Uint8Array;
  prepared: Pick<PreparedEmail, "structure">;
}

/** Of a longer one a person can read what it says. */
const MAX_RECEIPT_BYTES = 1_000_000;

/** Before anything is read: few letters are any. */
const mayBeReceipt = ({ bytes, prepared }: Came): boolean =>
  bytes.length <= MAX_RECEIPT_BYTES && prepared.structure.includes('"message/disposition-notification"');

/** Anyone can write one: what is spam tells nothing. */
async function isSpam(tx: Transactor, { accountId, emailId }: Came): Promise<boolean> {
  const junk = await findMailboxByRole(tx, accountId, "junk");
  const known = await getMembership(tx, accountId, emailId);
  return !known || (junk !== undefined && known.mailboxIds.includes(junk.id));
}

export async function noteReceipts(tx: Transactor, all: readonly Came[]): Promise<void> {
  for (const came of all.filter(mayBeReceipt)) {
    const { accountId, emailId, bytes, prepared } = came;
    const receipt = readReceipt(bytes, JSON.parse(prepared.structure) as PartNode, null);
    if (receipt && !(await isSpam(tx, came))) await recordReceipt(tx, accountId, { emailId, receipt });
  }
}
