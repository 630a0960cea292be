/** Roles that a person assigns to a mail server's folders, where the server reports none or a wrong one. */
import { type Id, SetFailure } from "@pismo/jmap";
import { defaultMailboxes } from "../auth/accounts.ts";
import { logUpdated } from "../db/changes.ts";
import { accountKey, keyOf } from "../db/ids.ts";
import { recount } from "./counts.ts";
import { getFolder } from "../mirror/imap-folders.ts";
import { destroyMailbox, findMailboxByRole, getMailboxes, insertMailbox } from "./mailboxes.ts";
import type { Transactor } from "../db/reader.ts";

/** The server determines the inbox (RFC 9051 §5.1). */
const movable: ReadonlySet<string | null> = new Set(["sent", "drafts", "archive", "junk", "trash"]);

export const isMovableRole = (role: unknown): role is string => typeof role === "string" && movable.has(role);

async function setRole(tx: Transactor, accountId: Id, id: Id, role: string | null): Promise<void> {
  const sql = "update mailbox set role = ? where account_id = ? and id = ?";
  await tx.run(sql, role, accountKey(accountId), keyOf("m", id));
  await logUpdated(tx, accountId, "Mailbox", keyOf("m", id));
}

/**
 * Gives a role to a mailbox and takes it from the one that had it. Emails stay where they are; an empty mailbox that
 * existed for the role alone is destroyed. @throws SetFailure notFound, invalidProperties
 */
export async function giveRole(tx: Transactor, accountId: Id, id: Id, role: string): Promise<void> {
  const [mailbox] = await getMailboxes(tx, accountId, [id]);
  if (!mailbox) throw new SetFailure({ type: "notFound" });
  if (mailbox.role === "inbox") {
    throw new SetFailure({ type: "invalidProperties", properties: ["role"], description: "The inbox stays the inbox" });
  }
  const before = await findMailboxByRole(tx, accountId, role);
  if (before?.id === id) return;
  if (before) await setRole(tx, accountId, before.id, null);
  await setRole(tx, accountId, id, role);
  // Counts of unread threads leave the trash out.
  if (role === "trash" || mailbox.role === "trash") await recount(tx, accountId);
  if (before && before.totalEmails === 0 && !(await getFolder(tx, accountId, before.id))) {
    await tx
      .savepoint(() => destroyMailbox(tx, accountId, before.id, false))
      .catch((error: unknown) => {
        // There are folders in it.
        if (!(error instanceof SetFailure)) throw error;
      });
  }
}

/** Creates a mailbox for each permanent role that none has. */
export async function fillRoles(tx: Transactor, accountId: Id): Promise<void> {
  const mailboxes = await getMailboxes(tx, accountId);
  for (const [index, [name, role]] of defaultMailboxes.entries()) {
    if (mailboxes.some((mailbox) => mailbox.role === role)) continue;
    const names = new Set(mailboxes.filter(({ parentId }) => parentId === null).map((mailbox) => mailbox.name));
    let free: string = name;
    for (let count = 2; names.has(free); count++) free = `${name} (${count})`;
    await insertMailbox(tx, accountId, { name: free, role, parentId: null, sortOrder: index + 1, isSubscribed: true });
  }
}
