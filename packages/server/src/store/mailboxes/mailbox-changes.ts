/** What becomes of mailboxes, checked and noted in their tree; save-mailboxes.ts stores it. */
import { type Id, SetFailure } from "@pismo/jmap";
import { keyOf } from "../db/ids.ts";
import { isPermanent } from "./mailbox-rights.ts";
import type { MailboxProperties, MailboxRow, NewMailbox } from "./mailbox-row.ts";
import { assertMailboxRules, invalid } from "../mail/mailbox-rules.ts";
import type { MailboxTree } from "./mailbox-tree.ts";

/** RFC 8621 §2. */
const DEFAULT_SORT_ORDER = 0;

const noCounts = { total_emails: 0, unread_emails: 0, total_threads: 0, unread_threads: 0 };

/**
 * @param key a new one
 * @throws SetFailure alreadyExists (a sibling has the name), invalidProperties: duplicate role, missing parent, too deep
 */
export function addMailbox(tree: MailboxTree, key: number, mailbox: NewMailbox): MailboxRow {
  const { name, parentId = null, role = null, sortOrder = DEFAULT_SORT_ORDER, isSubscribed = true } = mailbox;
  const parentKey = assertMailboxRules(tree, { name, parentId, role });
  const own = { id: key, parent_id: parentKey, name, role, sort_order: sortOrder, is_subscribed: Number(isSubscribed) };
  const row = { ...own, ...noCounts, rights: null };
  tree.put(row);
  return row;
}

/** @throws SetFailure notFound */
export function existingMailbox(tree: MailboxTree, id: Id): MailboxRow {
  const row = tree.find(keyOf("m", id));
  if (!row) throw new SetFailure({ type: "notFound" });
  return row;
}

/** @throws SetFailure notFound, invalidProperties */
export function changeMailbox(tree: MailboxTree, id: Id, changes: Partial<MailboxProperties>): void {
  const before = existingMailbox(tree, id);
  const { parentId, name = before.name, role = before.role, sortOrder, isSubscribed } = changes;
  if (role !== before.role && isPermanent(before.role)) {
    throw invalid("role", `The mailbox with the role "${before.role}" keeps it`);
  }
  const parentKey = assertMailboxRules(
    tree,
    { name, role, ...(parentId === undefined ? { parentKey: before.parent_id } : { parentId }) },
    before.id,
  );
  tree.put({
    ...before,
    parent_id: parentKey,
    name,
    role,
    sort_order: sortOrder ?? before.sort_order,
    is_subscribed: isSubscribed === undefined ? before.is_subscribed : Number(isSubscribed),
  });
}

/**
 * With `onDestroyRemoveEmails` its Emails are removed from it, and those in no other mailbox are destroyed.
 * @throws SetFailure notFound, forbidden, mailboxHasChild, mailboxHasEmail
 */
export function removeMailbox(tree: MailboxTree, id: Id, onDestroyRemoveEmails: boolean): void {
  const mailbox = existingMailbox(tree, id);
  if (isPermanent(mailbox.role)) throw new SetFailure({ type: "forbidden", description: "This mailbox always exists" });
  if (tree.hasChild(mailbox.id)) throw new SetFailure({ type: "mailboxHasChild" });
  if (mailbox.total_emails > 0 && !onDestroyRemoveEmails) throw new SetFailure({ type: "mailboxHasEmail" });
  tree.remove(mailbox.id);
}
