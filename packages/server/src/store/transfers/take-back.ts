/** Takes a transfer back, however far it is. */
import { type Id, SetFailure } from "@pismo/jmap";
import type { Transactor } from "../db/reader.ts";
import { destroyEmails } from "../mail/emails.ts";
import { findMailboxByRole, getMailboxes } from "../mail/mailboxes.ts";
import { endTransfer, insertTransfer, type TransferredEmail } from "./email-transfers.ts";

/**
 * Copies go. What has left the account comes back by a transfer the other way, into the mailboxes that it was in.
 * @throws SetFailure notFound
 */
export async function takeBack(tx: Transactor, accountId: Id, transferId: Id): Promise<void> {
  const emails = await endTransfer(tx, accountId, transferId);
  if (!emails) throw new SetFailure({ type: "notFound" });
  const [first] = emails;
  if (!first) return;
  const { toAccountId, keepsOriginals } = first;
  const hasLeft = ({ state }: TransferredEmail): boolean => state === "done" && !keepsOriginals;
  const copies = emails.filter((each) => each.copyId !== null && each.state !== "failed" && !hasLeft(each));
  await destroyEmails(
    tx,
    toAccountId,
    copies.map(({ copyId }) => copyId!),
  );
  const away = emails.filter(hasLeft);
  if (away.length === 0) return;
  const mailboxes = new Set((await getMailboxes(tx, accountId)).map(({ id }) => id));
  const inbox = (await findMailboxByRole(tx, accountId, "inbox"))!.id;
  await insertTransfer(tx, {
    accountId: toAccountId,
    toAccountId: accountId,
    keepsOriginals: false,
    emails: away.map(({ copyId, fromMailboxIds, toMailboxIds, thread }) => {
      const back = fromMailboxIds.filter((id) => mailboxes.has(id));
      return { emailId: copyId!, fromMailboxIds: toMailboxIds, toMailboxIds: back.length > 0 ? back : [inbox], thread };
    }),
  });
}
