/** The mailbox that snoozed Emails lie in. */
import { type Id, SNOOZED_ROLE } from "@pismo/jmap";
import type { Transactor } from "../db/reader.ts";
import { isMirrored } from "../mirror/imap-accounts.ts";
import { findMailboxByName, findMailboxByRole, insertMailbox, updateMailbox } from "../mail/mailboxes.ts";

/** Other clients of a mail server know it by this name. */
const NAME = "Snoozed";
/** After the special folders, before those of people. */
const SORT_ORDER = 8;

/** It is made when the first Email is snoozed; of an account at a mail server it becomes a folder there. */
export async function ensureSnoozedMailbox(tx: Transactor, accountId: Id, wanted = NAME): Promise<Id> {
  const own = await findMailboxByRole(tx, accountId, SNOOZED_ROLE);
  if (own) return own.id;
  const name = (await isMirrored(tx, accountId)) ? NAME : wanted;
  const named = await findMailboxByName(tx, accountId, { parentId: null, name });
  if (!named) {
    return (await insertMailbox(tx, accountId, { name, role: SNOOZED_ROLE, sortOrder: SORT_ORDER })).id;
  }
  await updateMailbox(tx, accountId, named.id, { role: SNOOZED_ROLE });
  return named.id;
}
