/** The rules for a mailbox's parent, name and role: RFC 8621 §2. */
import { type Mailbox, SetFailure } from "@pismo/jmap";
import { idOf, keyOf } from "../db/ids.ts";
import type { MailboxRow } from "../mailboxes/mailbox-row.ts";
import type { MailboxTree } from "../mailboxes/mailbox-tree.ts";

/** As advertised in maxMailboxDepth. */
export const MAX_MAILBOX_DEPTH = 10;

/** Octets, as advertised in maxSizeMailboxName. */
export const MAX_MAILBOX_NAME = 255;

/** Net-Unicode (RFC 5198), at least one character, limited in octets (RFC 8621 §2). */
export const isMailboxName = (name: string): boolean =>
  name.trim() !== "" && Buffer.byteLength(name) <= MAX_MAILBOX_NAME && !/\p{Cc}/u.test(name);

export const invalid = (property: string, description: string) =>
  new SetFailure({ type: "invalidProperties", properties: [property], description });

const besideIt = (name: string): string => `There is a mailbox "${name}" beside it already`;

/** The client can use the existing mailbox instead. */
const exists = ({ id, name }: MailboxRow) =>
  new SetFailure({
    type: "alreadyExists",
    existingId: idOf("m", id),
    properties: ["name"],
    description: besideIt(name),
  });

type Place = Pick<Mailbox, "name" | "role"> & (Pick<Mailbox, "parentId"> | { parentKey: number | null });

/**
 * Returns the parent's key when a mailbox may have these properties; `ownKey` is its own if it exists already.
 * @throws SetFailure invalidProperties, alreadyExists
 */
export function assertMailboxRules(tree: MailboxTree, { name, role, ...place }: Place, ownKey?: number): number | null {
  const given = "parentKey" in place ? place.parentKey : place.parentId;
  const parentKey = typeof given === "string" ? keyOf("m", given) : given;
  if (parentKey !== null && !tree.find(parentKey)) throw invalid("parentId", "There is no such parent");

  const twin = tree.named(parentKey, name);
  if (twin && twin.id !== ownKey) throw ownKey === undefined ? exists(twin) : invalid("name", besideIt(name));
  const holder = role === null ? undefined : tree.withRole(role);
  if (holder && holder.id !== ownKey) throw invalid("role", `Another mailbox has the role "${role}"`);
  let depth = 1;
  for (let key = parentKey; key !== null; key = tree.find(key)?.parent_id ?? null) {
    if (key === ownKey) throw invalid("parentId", "A mailbox cannot lie in itself");
    depth++;
  }
  if (depth + (ownKey === undefined ? 0 : tree.heightOf(ownKey)) > MAX_MAILBOX_DEPTH) {
    throw invalid("parentId", `Mailboxes nest at most ${MAX_MAILBOX_DEPTH} deep`);
  }
  return parentKey;
}
