/** The creations of a Mailbox/set: RFC 8621 §2.5. */
import type { Id, Mailbox } from "@pismo/jmap";
import { isDeepStrictEqual } from "node:util";
import { idOf } from "../../store/db/ids.ts";
import type { Transactor } from "../../store/db/store.ts";
import { loadMailboxTree } from "../../store/mailboxes/load-mailbox-tree.ts";
import { addMailbox } from "../../store/mailboxes/mailbox-changes.ts";
import { type MailboxProperties, toMailbox } from "../../store/mailboxes/mailbox-row.ts";
import type { MailboxTree } from "../../store/mailboxes/mailbox-tree.ts";
import { saveMailboxes } from "../../store/mailboxes/save-mailboxes.ts";
import type { Call } from "../context.ts";
import { inBatch } from "../standard/batch.ts";
import { checkedRecord, type Creation, invalidProperties } from "../standard/set.ts";
import { assertMay, normalize, plannedOf, settable } from "./settable.ts";

const serverSet = ["totalEmails", "unreadEmails", "totalThreads", "unreadThreads", "myRights"] as const;

/** Parents before their children, so that one call can create them in any order. */
export function parentsFirst(given: Record<Id, Partial<Mailbox>>): Id[] {
  const ordered: Id[] = [];
  const visited = new Set<Id>();
  const visit = (creationId: Id): void => {
    if (!Object.hasOwn(given, creationId) || visited.has(creationId)) return;
    visited.add(creationId);
    const { parentId } = given[creationId]!;
    if (typeof parentId === "string" && parentId.startsWith("#")) visit(parentId.slice(1));
    ordered.push(creationId);
  };
  Object.keys(given).forEach(visit);
  return ordered;
}

function createOne(
  tree: MailboxTree,
  key: number,
  given: Record<string, unknown>,
  call: Call,
): Partial<Mailbox> & { id: Id } {
  const properties = Object.entries(normalize(given, call));
  const isServerSet = (property: string): boolean => (serverSet as readonly string[]).includes(property);
  const own = Object.fromEntries(properties.filter(([property]) => !isServerSet(property)));
  const newMailbox = checkedRecord<MailboxProperties, "name">(own, settable, ["name"]);
  if (newMailbox.parentId) assertMay(tree, newMailbox.parentId, "mayCreateChild");
  const mailbox = toMailbox(addMailbox(tree, key, newMailbox));
  // Server-set properties may be given with their current value (RFC 8620 §5.3)
  const wrongly = serverSet.filter(
    (property) => Object.hasOwn(given, property) && !isDeepStrictEqual(given[property], mailbox[property]),
  );
  if (wrongly.length > 0) throw invalidProperties(wrongly, "The server sets these");
  // Only what the client does not know yet (RFC 8620 §5.3)
  const unknown = Object.entries(mailbox).filter(([property, value]) => !isDeepStrictEqual(given[property], value));
  return { ...Object.fromEntries(unknown), id: mailbox.id };
}

export async function createMailboxes(accountId: Id, tx: Transactor, records: readonly Creation[], call: Call) {
  const tree = await loadMailboxTree(
    tx,
    accountId,
    records.map(([, given]) => plannedOf(given, call)),
  );
  // Known before the rows are there, so that one may stand under another of the same call.
  const keys = await tx.newKeys("mailbox", records.length);
  const keyOf = new Map(records.map(([creationId], index) => [creationId, keys[index]!]));
  return inBatch(
    records,
    ([creationId, given]) => {
      const key = keyOf.get(creationId)!;
      const made = tree.attempt(() => createOne(tree, key, given, call));
      call.createdIds.set(creationId, idOf("m", key));
      return made;
    },
    async (made) => {
      await saveMailboxes(tx, accountId, tree);
      return made;
    },
  );
}
