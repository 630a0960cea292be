import {
  applyPatch,
  type Id,
  MAIL,
  type Mailbox,
  type MailboxRights,
  type MailboxSetArgs,
  type PatchObject,
  SetFailure,
} from "@pismo/jmap";
import { isDeepStrictEqual } from "node:util";
import {
  destroyMailbox,
  getMailboxes,
  insertMailbox,
  type MailboxProperties,
  updateMailbox,
} from "../../store/mail/mailboxes.ts";
import { stateOf } from "../../store/db/changes.ts";
import { isMirrored } from "../../store/mirror/imap-accounts.ts";
import { assertRight, restrictedMailboxes } from "../../store/mail/mailbox-rights.ts";
import { fillRoles, giveRole, isMovableRole } from "../../store/mail/mailbox-roles.ts";
import type { Transactor } from "../../store/db/store.ts";
import { MAX_MAILBOX_NAME } from "../capabilities.ts";
import {
  boolean,
  type Check,
  checkArguments,
  id,
  nullable,
  optional,
  type Shape,
  unsignedInt,
  wrong,
} from "../checks.ts";
import type { Call, Method } from "../context.ts";
import {
  assertRecord,
  assertSetSize,
  checkedRecord,
  invalidProperties,
  oneByOne,
  setRecords,
  setShape,
  type SingleRules,
} from "../standard/set.ts";

const shape: Shape<MailboxSetArgs> = { ...setShape<Mailbox>(), onDestroyRemoveEmails: optional(boolean) };

/** Net-Unicode (RFC 5198), at least one character, limited in octets (RFC 8621 §2). */
const name: Check = (value, property) => {
  const isName =
    typeof value === "string" &&
    value.trim() !== "" &&
    Buffer.byteLength(value) <= MAX_MAILBOX_NAME &&
    !/\p{Cc}/u.test(value);
  if (!isName) throw wrong(property, `a name of 1 to ${MAX_MAILBOX_NAME} octets without control characters`);
};
const role: Check = (value, property) => {
  if (typeof value !== "string" || !/^[a-z][a-z-]{0,63}$/.test(value)) throw wrong(property, "a role in lower case");
};
const sortOrder: Check = (value, property) => {
  unsignedInt(value, property);
  if ((value as number) >= 2 ** 31) throw wrong(property, "below 2^31");
};
const settable: Record<keyof MailboxProperties, Check> = {
  name,
  parentId: nullable(id),
  role: nullable(role),
  sortOrder,
  isSubscribed: boolean,
};
const defaults: Partial<Mailbox> = { parentId: null, role: null, sortOrder: 0, isSubscribed: true };
const serverSet = ["totalEmails", "unreadEmails", "totalThreads", "unreadThreads", "myRights"] as const;

/** As it is stored: the id of the parent, and the normalized name (RFC 5198). */
function normalize(given: Record<string, unknown>, { createdIds }: Call): Record<string, unknown> {
  const { parentId, name: newName } = given;
  return {
    ...given,
    ...(typeof parentId === "string" && { parentId: createdIds.resolve(parentId) }),
    ...(typeof newName === "string" && { name: newName.normalize("NFC") }),
  };
}

/** @throws SetFailure forbidden */
async function assertMay(tx: Transactor, accountId: Id, mailboxId: Id, right: keyof MailboxRights): Promise<void> {
  assertRight(await restrictedMailboxes(tx, accountId, mailboxId), [mailboxId], right);
}

async function create(
  tx: Transactor,
  accountId: Id,
  given: Record<string, unknown>,
  call: Call,
): Promise<Partial<Mailbox> & { id: Id }> {
  const properties = Object.entries(normalize(given, call));
  const isServerSet = (property: string): boolean => (serverSet as readonly string[]).includes(property);
  const own = Object.fromEntries(properties.filter(([property]) => !isServerSet(property)));
  const newMailbox = checkedRecord<MailboxProperties, "name">(own, settable, ["name"]);
  if (newMailbox.parentId) await assertMay(tx, accountId, newMailbox.parentId, "mayCreateChild");
  const mailbox = await insertMailbox(tx, accountId, newMailbox);
  // Server-set properties may be given with their current value (RFC 8620 §5.3)
  const wrongly = serverSet.filter(
    (property) => Object.hasOwn(given, property) && !isDeepStrictEqual(given[property], mailbox[property]),
  );
  if (wrongly.length > 0) throw invalidProperties(wrongly, "The server sets these");
  // Only what the client does not know yet (RFC 8620 §5.3)
  const unknown = Object.entries(mailbox).filter(([property, value]) => !isDeepStrictEqual(given[property], value));
  return { ...Object.fromEntries(unknown), id: mailbox.id };
}

async function update(tx: Transactor, accountId: Id, mailboxId: Id, patch: PatchObject, call: Call): Promise<null> {
  const [before] = await getMailboxes(tx, accountId, [mailboxId]);
  if (!before) throw new SetFailure({ type: "notFound" });
  const after = applyPatch(before, normalize(patch, call), defaults);
  const changed = Object.entries(after).filter(
    ([property, value]) => !isDeepStrictEqual(value, before[property as keyof Mailbox]),
  );
  assertRecord(Object.fromEntries(changed), settable);
  if (changed.length === 0) return null;
  const { role: newRole, ...rest } = Object.fromEntries(changed) as Partial<MailboxProperties>;
  if (rest.name !== undefined || rest.parentId !== undefined) await assertMay(tx, accountId, mailboxId, "mayRename");
  if (rest.parentId) await assertMay(tx, accountId, rest.parentId, "mayCreateChild");
  // Emails are filed into it by its role.
  if (newRole) await assertMay(tx, accountId, mailboxId, "mayAddItems");
  // The person assigns the roles of a mirrored account; in a local one the six roles are fixed.
  const isGiven = isMovableRole(newRole) && (await isMirrored(tx, accountId));
  if (isGiven) await giveRole(tx, accountId, mailboxId, newRole);
  const others = isGiven || newRole === undefined ? rest : { ...rest, role: newRole };
  if (Object.keys(others).length > 0) await updateMailbox(tx, accountId, mailboxId, others);
  return null;
}

/** Parents before their children, so that one call can create them in any order. */
function parentsFirst(given: Record<Id, Partial<Mailbox>>): Id[] {
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

/** Children before their parents. */
async function childrenFirst(tx: Transactor, accountId: Id, doomed: readonly Id[], call: Call): Promise<Id[]> {
  const ids = doomed.map((each) => call.createdIds.resolve(each));
  // Mailboxes between two of them that stay need no position: their ancestors cannot be destroyed.
  const parents = new Map((await getMailboxes(tx, accountId, ids)).map((mailbox) => [mailbox.id, mailbox.parentId]));
  const depth = (mailboxId: Id): number => {
    const parentId = parents.get(mailboxId) ?? null;
    return parentId === null ? 0 : 1 + depth(parentId);
  };
  return [...doomed].sort((one, other) => depth(call.createdIds.resolve(other)) - depth(call.createdIds.resolve(one)));
}

/** Mailbox/set: RFC 8621 §2.5. */
export const set: Method<"Mailbox/set"> = {
  capability: MAIL,
  parse: (args) => checkArguments(shape, args),
  async run(args, call) {
    const { accountId, onDestroyRemoveEmails = false } = args;
    assertSetSize(args, call);
    return call.context.store.write(
      async (tx) => {
        const destroy = args.destroy && (await childrenFirst(tx, accountId, args.destroy, call));
        const rules: SingleRules<Mailbox> = {
          creationOrder: parentsFirst,
          create: (inner, given) => create(inner, accountId, given, call),
          update: (inner, mailboxId, patch) => update(inner, accountId, mailboxId, patch, call),
          async destroy(inner, mailboxId) {
            await assertMay(inner, accountId, mailboxId, "mayDelete");
            await destroyMailbox(inner, accountId, mailboxId, onDestroyRemoveEmails);
          },
        };
        const wanted = { ...args, destroy: destroy ?? null };
        const result = await setRecords<Mailbox>(tx, wanted, call, "Mailbox", oneByOne(rules, call));
        if (!result.updated || !(await isMirrored(tx, accountId))) return result;
        await fillRoles(tx, accountId);
        return { ...result, newState: await stateOf(tx, accountId, "Mailbox") };
      },
      { accountId },
    );
  },
};
