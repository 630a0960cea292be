/** The properties of a mailbox that clients set: RFC 8621 §2. */
import type { Id, Mailbox, MailboxRights } from "@pismo/jmap";
import { idOf, keyOf } from "../../store/db/ids.ts";
import { isMailboxName, MAX_MAILBOX_NAME } from "../../store/mail/mailbox-rules.ts";
import { assertRight, mailboxRights } from "../../store/mailboxes/mailbox-rights.ts";
import type { MailboxProperties } from "../../store/mailboxes/mailbox-row.ts";
import type { MailboxTree } from "../../store/mailboxes/mailbox-tree.ts";
import { boolean, type Check, id, nullable, unsignedInt, wrong } from "../checks.ts";
import type { Call } from "../context.ts";

export const mailboxName: Check = (value, property) => {
  if (typeof value !== "string" || !isMailboxName(value))
    throw wrong(property, `a name of 1 to ${MAX_MAILBOX_NAME} octets without control characters`);
};
const role: Check = (value, property) => {
  if (typeof value !== "string" || !/^[a-z][a-z-]{0,63}$/.test(value)) throw wrong(property, "a role in lower case");
};
const sortOrder: Check = (value, property) => {
  unsignedInt(value, property);
  if ((value as number) >= 2 ** 31) throw wrong(property, "below 2^31");
};

export const settable: Record<keyof MailboxProperties, Check> = {
  name: mailboxName,
  parentId: nullable(id),
  role: nullable(role),
  sortOrder,
  isSubscribed: boolean,
};
export const defaults: Partial<Mailbox> = { parentId: null, role: null, sortOrder: 0, isSubscribed: true };

/** As it is stored: the id of the parent, and the normalized name (RFC 5198). */
export function normalize(given: Record<string, unknown>, { createdIds }: Call): Record<string, unknown> {
  const { parentId, name: newName } = given;
  return {
    ...given,
    ...(typeof parentId === "string" && { parentId: createdIds.resolve(parentId) }),
    ...(typeof newName === "string" && { name: newName.normalize("NFC") }),
  };
}

/** What the tree of mailboxes is loaded by, before anything is checked. */
export function plannedOf(given: Record<string, unknown>, call: Call) {
  const { name: newName, parentId, role: newRole } = normalize(given, call);
  return {
    ...(typeof newName === "string" && { name: newName }),
    ...((typeof parentId === "string" || parentId === null) && { parentId }),
    ...(typeof newRole === "string" && { role: newRole }),
  };
}

/** @throws SetFailure forbidden */
export function assertMay(tree: MailboxTree, mailboxId: Id, right: keyof MailboxRights): void {
  const row = tree.find(keyOf("m", mailboxId));
  // What a mailbox of the person's own does not allow has other reasons.
  if (!row || row.rights === null) return;
  const restricted = { name: row.name, rights: mailboxRights(row.role, row.rights) };
  assertRight(new Map([[idOf("m", row.id), restricted]]), [mailboxId], right);
}
