/** The mailbox that snoozed Emails lie in. */
import { type Id, SNOOZED_ROLE } from "@pismo/jmap";
import type { Transactor } from "../db/reader.ts";
import { findMailboxByName, findMailboxByRole, insertMailbox, updateMailbox } from "../mail/mailboxes.ts";

const NAME = "Snoozed";
/** After the special folders, before those of people. */
const SORT_ORDER = 8;

/** It is made when the first Email is snoozed; of an account at a mail server it becomes a folder there. */
export async function ensureSnoozedMailbox(tx: Transactor, accountId: Id): Promise<Id> {
  const own = await findMailboxByRole(tx, accountId, SNOOZED_ROLE);
  if (own) return own.id;
  const named = await findMailboxByName(tx, accountId, { parentId: null, name: NAME });
  if (!named) {
    return (await insertMailbox(tx, accountId, { name: NAME, role: SNOOZED_ROLE, sortOrder: SORT_ORDER })).id;
  }
  await updateMailbox(tx, accountId, named.id, { role: SNOOZED_ROLE });
  return named.id;
}
