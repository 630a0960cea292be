/** The updates of a Mailbox/set: RFC 8621 §2.5. */
import { applyPatch, type Id, type Mailbox, type PatchObject } from "@pismo/jmap";
import { isDeepStrictEqual } from "node:util";
import type { Transactor } from "../../store/db/store.ts";
import { loadMailboxTree } from "../../store/mailboxes/load-mailbox-tree.ts";
import { changeMailbox, existingMailbox } from "../../store/mailboxes/mailbox-changes.ts";
import { giveRole, isMovableRole } from "../../store/mailboxes/mailbox-roles.ts";
import { type MailboxProperties, toMailbox } from "../../store/mailboxes/mailbox-row.ts";
import type { MailboxTree } from "../../store/mailboxes/mailbox-tree.ts";
import { saveMailboxes } from "../../store/mailboxes/save-mailboxes.ts";
import { isMirrored } from "../../store/mirror/imap-accounts.ts";
import { mailboxesWithFolder } from "../../store/mirror/imap-folders.ts";
import type { Call } from "../context.ts";
import { inBatch } from "../standard/batch.ts";
import { assertRecord, type Update } from "../standard/set.ts";
import { assertMay, defaults, normalize, plannedOf, settable } from "./settable.ts";

/** Of a mirrored account: the keys of the mailboxes that have a folder on the server and may lose their role. */
type Folders = ReadonlySet<number> | undefined;

function updateOne(tree: MailboxTree, mailboxId: Id, patch: Record<string, unknown>, folders: Folders): null {
  const before = toMailbox(existingMailbox(tree, mailboxId));
  const after = applyPatch(before, patch, defaults);
  const changed = Object.entries(after).filter(
    ([property, value]) => !isDeepStrictEqual(value, before[property as keyof Mailbox]),
  );
  assertRecord(Object.fromEntries(changed), settable);
  if (changed.length === 0) return null;
  const { role: newRole, ...rest } = Object.fromEntries(changed) as Partial<MailboxProperties>;
  if (rest.name !== undefined || rest.parentId !== undefined) assertMay(tree, mailboxId, "mayRename");
  if (rest.parentId) assertMay(tree, rest.parentId, "mayCreateChild");
  // Emails are filed into it by its role.
  if (newRole) assertMay(tree, mailboxId, "mayAddItems");
  // The person assigns the roles of a mirrored account; in a local one the six roles are fixed.
  const isGiven = isMovableRole(newRole) && folders !== undefined;
  if (isGiven) giveRole(tree, mailboxId, newRole, folders);
  const others = isGiven || newRole === undefined ? rest : { ...rest, role: newRole };
  if (Object.keys(others).length > 0) changeMailbox(tree, mailboxId, others);
  return null;
}

async function foldersOf(tx: Transactor, accountId: Id, tree: MailboxTree, roles: readonly string[]): Promise<Folders> {
  if (roles.length === 0 || !(await isMirrored(tx, accountId))) return undefined;
  return mailboxesWithFolder(
    tx,
    accountId,
    roles.flatMap((role) => tree.withRole(role)?.id ?? []),
  );
}

export async function updateMailboxes(accountId: Id, tx: Transactor, records: readonly Update[], call: Call) {
  const planned = records.map(([id, patch]) => ({ ...plannedOf(patch, call), id }));
  const tree = await loadMailboxTree(tx, accountId, planned);
  const roles = planned.flatMap(({ role }) => (isMovableRole(role) ? role : []));
  const folders = await foldersOf(tx, accountId, tree, roles);
  return inBatch(
    records,
    ([mailboxId, patch]: readonly [Id, PatchObject]) =>
      tree.attempt(() => updateOne(tree, mailboxId, normalize(patch, call), folders)),
    async (done) => {
      await saveMailboxes(tx, accountId, tree);
      return done;
    },
  );
}
