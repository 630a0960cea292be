/** What a rule was to send, and is not sent, is in the inbox, and the script keeps the reason. */
import type { Id } from "@pismo/jmap";
import type { Store, Transactor } from "../../../store/db/store.ts";
import { getEmails, updateEmails } from "../../../store/mail/emails.ts";
import { findMailboxByRole } from "../../../store/mail/mailboxes.ts";
import { deleteDueReply, type DueReply } from "../../../store/rules/rule-replies.ts";
import { activeScript, noteScriptFailure } from "../../../store/rules/sieve-scripts.ts";

async function moveBack(tx: Transactor, accountId: Id, emailId: Id): Promise<void> {
  const [email] = await getEmails(tx, accountId, [emailId]);
  const trash = await findMailboxByRole(tx, accountId, "trash");
  const inbox = await findMailboxByRole(tx, accountId, "inbox");
  if (!email || !inbox || !email.mailboxIds.every((id) => id === trash?.id)) return;
  const [error] = await updateEmails(tx, accountId, [
    { id: emailId, mailboxIds: [inbox.id], keywords: email.keywords },
  ]);
  if (error) throw error;
}

/** Nothing, where the reply is no longer due. */
export async function giveBack(store: Store, due: DueReply, failure: string): Promise<void> {
  const { accountId, emailId } = due;
  await store.write(async (tx) => {
    if (!(await deleteDueReply(tx, due))) return [];
    const script = await activeScript(tx, accountId);
    if (script) await noteScriptFailure(tx, accountId, script, failure);
    await moveBack(tx, accountId, emailId);
    return [];
  });
}
