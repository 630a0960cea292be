/** Mailboxes: RFC 8621 §2. */
import type { Id, Mailbox, MailboxRoles } from "@pismo/jmap";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { loadMailboxTree } from "../mailboxes/load-mailbox-tree.ts";
import { addMailbox, changeMailbox, removeMailbox } from "../mailboxes/mailbox-changes.ts";
import { type MailboxProperties, type MailboxRow, type NewMailbox, toMailbox } from "../mailboxes/mailbox-row.ts";
import { saveMailboxes } from "../mailboxes/save-mailboxes.ts";

/** `ids` null or left out: all of the account. */
export async function getMailboxes(reader: Reader, accountId: Id, ids: Id[] | null = null): Promise<Mailbox[]> {
  const rows = await reader.all<MailboxRow>(
    // The plus keeps SQLite from scanning all mailboxes of the account for a few.
    `select * from mailbox where ${ids ? "+account_id = ? and id in key_list(?)" : "account_id = ?"}
     order by sort_order, name, id`,
    accountKey(accountId),
    ...(ids ? [JSON.stringify(keysOf("m", ids))] : []),
  );
  return rows.map(toMailbox);
}

export async function findMailboxByRole(reader: Reader, accountId: Id, role: string): Promise<Mailbox | undefined> {
  const sql = "select * from mailbox where account_id = ? and role = ?";
  const row = await reader.get<MailboxRow>(sql, accountKey(accountId), role);
  return row && toMailbox(row);
}

/** Finds a mailbox by its parent and name. @param parentId null: a mailbox at the top level */
export async function findMailboxByName(
  reader: Reader,
  accountId: Id,
  { parentId, name }: Pick<Mailbox, "parentId" | "name">,
): Promise<Mailbox | undefined> {
  const sql = "select * from mailbox where account_id = ? and coalesce(parent_id, 0) = ? and name = ?";
  const parentKey = parentId === null ? 0 : keyOf("m", parentId);
  const row = await reader.get<MailboxRow>(sql, accountKey(accountId), parentKey, name);
  return row && toMailbox(row);
}

/** The ids of the account's mailboxes that have a role, by role. */
export async function mailboxRolesOf(reader: Reader, accountId: Id): Promise<MailboxRoles> {
  const rows = await reader.all<{ role: string; id: number }>(
    "select role, id from mailbox where account_id = ? and role is not null",
    accountKey(accountId),
  );
  return Object.fromEntries(rows.map(({ role, id }) => [role, idOf("m", id)]));
}

/** @throws SetFailure alreadyExists (a sibling has the name), invalidProperties: duplicate role, missing parent, too deep */
export async function insertMailbox(tx: Transactor, accountId: Id, mailbox: NewMailbox): Promise<Mailbox> {
  const tree = await loadMailboxTree(tx, accountId, [mailbox]);
  const [key] = await tx.newKeys("mailbox", 1);
  const row = addMailbox(tree, key!, mailbox);
  await saveMailboxes(tx, accountId, tree);
  return toMailbox(row);
}

/** The id of the top-level mailbox with this name, which is created where there is none. */
export async function ensureMailbox(tx: Transactor, accountId: Id, name: string): Promise<Id> {
  const found = await findMailboxByName(tx, accountId, { parentId: null, name });
  return (found ?? (await insertMailbox(tx, accountId, { name }))).id;
}

/** @throws SetFailure notFound, invalidProperties */
export async function updateMailbox(
  tx: Transactor,
  accountId: Id,
  id: Id,
  changes: Partial<MailboxProperties>,
): Promise<void> {
  const tree = await loadMailboxTree(tx, accountId, [{ ...changes, id }]);
  changeMailbox(tree, id, changes);
  await saveMailboxes(tx, accountId, tree);
}

/**
 * With `onDestroyRemoveEmails` its Emails are removed from it, and those in no other mailbox are destroyed.
 * @throws SetFailure notFound, forbidden, mailboxHasChild, mailboxHasEmail
 */
export async function destroyMailbox(
  tx: Transactor,
  accountId: Id,
  id: Id,
  onDestroyRemoveEmails: boolean,
): Promise<void> {
  const tree = await loadMailboxTree(tx, accountId, [{ id }]);
  removeMailbox(tree, id, onDestroyRemoveEmails);
  await saveMailboxes(tx, accountId, tree);
}
