/** Roles that a person assigns to a mail server's folders, where the server reports none or a wrong one. */
import { type Id, SetFailure } from "@pismo/jmap";
import { defaultMailboxes } from "../auth/accounts.ts";
import type { Transactor } from "../db/reader.ts";
import { getMailboxes } from "../mail/mailboxes.ts";
import { loadMailboxTree } from "./load-mailbox-tree.ts";
import { addMailbox, existingMailbox } from "./mailbox-changes.ts";
import type { MailboxTree } from "./mailbox-tree.ts";
import { saveMailboxes } from "./save-mailboxes.ts";

/** The server determines the inbox (RFC 9051 §5.1). */
const movable: ReadonlySet<string | null> = new Set(["sent", "drafts", "archive", "junk", "trash"]);

export const isMovableRole = (role: unknown): role is string => typeof role === "string" && movable.has(role);

/**
 * Gives a role to a mailbox and takes it from the one that had it. Emails stay where they are; an empty mailbox that
 * existed for the role alone is destroyed.
 * @param folders keys of the mailboxes that are on the server
 * @throws SetFailure notFound, invalidProperties
 */
export function giveRole(tree: MailboxTree, id: Id, role: string, folders: ReadonlySet<number>): void {
  const mailbox = existingMailbox(tree, id);
  if (mailbox.role === "inbox") {
    throw new SetFailure({ type: "invalidProperties", properties: ["role"], description: "The inbox stays the inbox" });
  }
  const before = tree.withRole(role);
  if (before?.id === mailbox.id) return;
  if (before) tree.put({ ...before, role: null });
  tree.put({ ...mailbox, role });
  if (before?.total_emails === 0 && !folders.has(before.id) && !tree.hasChild(before.id)) tree.remove(before.id);
}

/** Creates a mailbox for each permanent role that none has. */
export async function fillRoles(tx: Transactor, accountId: Id): Promise<void> {
  const mailboxes = await getMailboxes(tx, accountId);
  const missing = defaultMailboxes.flatMap(([name, role], index) =>
    mailboxes.some((mailbox) => mailbox.role === role) ? [] : [{ name, role, sortOrder: index + 1 }],
  );
  if (missing.length === 0) return;
  const names = new Set(mailboxes.filter(({ parentId }) => parentId === null).map((mailbox) => mailbox.name));
  const made = missing.map(({ name, ...properties }) => {
    let free: string = name;
    for (let count = 2; names.has(free); count++) free = `${name} (${count})`;
    names.add(free);
    return { ...properties, name: free };
  });
  const tree = await loadMailboxTree(tx, accountId, made);
  const keys = await tx.newKeys("mailbox", made.length);
  for (const [index, mailbox] of made.entries()) addMailbox(tree, keys[index]!, mailbox);
  await saveMailboxes(tx, accountId, tree);
}
