import {
  applyPatch,
  type Id,
  MAIL,
  type Mailbox,
  type MailboxSetArgs,
  type PatchObject,
  SetFailure,
} from "@pismo/jmap";
import {
  destroyMailbox,
  getMailboxes,
  insertMailbox,
  type MailboxProperties,
  updateMailbox,
} from "../../store/mailboxes.ts";
import type { Transactor } from "../../store/store.ts";
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
import { assertRecord, assertSetSize, setRecords, setShape } from "../standard/set.ts";

const shape: Shape<MailboxSetArgs> = { ...setShape<Mailbox>(), onDestroyRemoveEmails: optional(boolean) };

/** Net-Unicode (RFC 5198), at least one character, at most so many octets (RFC 8621 §2). */
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
const settable: Record<keyof MailboxProperties, Check> = {
  name,
  parentId: nullable(id),
  role: nullable(role),
  sortOrder: unsignedInt,
  isSubscribed: boolean,
};
const defaults: Partial<Mailbox> = { parentId: null, role: null, sortOrder: 10, isSubscribed: true };

const withParent = (given: Record<string, unknown>, { createdIds }: Call): Record<string, unknown> =>
  typeof given["parentId"] === "string" ? { ...given, parentId: createdIds.resolve(given["parentId"]) } : given;

async function create(
  tx: Transactor,
  accountId: Id,
  given: Record<string, unknown>,
  call: Call,
): Promise<Partial<Mailbox> & { id: Id }> {
  assertRecord(given, settable);
  if (given["name"] === undefined)
    throw new SetFailure({ type: "invalidProperties", properties: ["name"], description: "A mailbox has a name" });
  const properties = withParent(given, call);
  const mailbox = await insertMailbox(tx, accountId, {
    ...(properties as Partial<MailboxProperties>),
    name: (given["name"] as string).normalize("NFC"),
  });
  // Only what the client does not know yet (RFC 8620 §5.3)
  const known = new Set(Object.keys(given).filter((property) => property !== "name"));
  return {
    ...Object.fromEntries(Object.entries(mailbox).filter(([property]) => !known.has(property))),
    id: mailbox.id,
  };
}

async function update(tx: Transactor, accountId: Id, mailboxId: Id, patch: PatchObject, call: Call): Promise<null> {
  const [before] = await getMailboxes(tx, accountId, [mailboxId]);
  if (!before) throw new SetFailure({ type: "notFound" });
  const after = applyPatch(before, withParent(patch, call), defaults);
  const changed = Object.entries(after).filter(
    ([property, value]) => JSON.stringify(value) !== JSON.stringify(before[property as keyof Mailbox]),
  );
  assertRecord(Object.fromEntries(changed), settable);
  await updateMailbox(tx, accountId, mailboxId, Object.fromEntries(changed) as Partial<MailboxProperties>);
  return null;
}

/** Parents before their children, so that they can be made in one call in any order. */
function parentsFirst(given: Record<Id, Partial<Mailbox>>): Record<Id, Partial<Mailbox>> {
  const ordered: Record<Id, Partial<Mailbox>> = {};
  const visited = new Set<Id>();
  const visit = (creationId: Id): void => {
    const mailbox = given[creationId];
    if (!mailbox || visited.has(creationId)) return;
    visited.add(creationId);
    const { parentId } = mailbox;
    if (typeof parentId === "string" && parentId.startsWith("#")) visit(parentId.slice(1));
    ordered[creationId] = mailbox;
  };
  Object.keys(given).forEach(visit);
  return ordered;
}

/** Children before their parents. */
async function childrenFirst(tx: Transactor, accountId: Id, doomed: readonly Id[], call: Call): Promise<Id[]> {
  const parents = new Map((await getMailboxes(tx, accountId)).map((mailbox) => [mailbox.id, mailbox.parentId]));
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
    return call.context.store.write(async (tx) => {
      const destroy = args.destroy && (await childrenFirst(tx, accountId, args.destroy, call));
      return setRecords<Mailbox>(
        tx,
        { ...args, create: args.create ? parentsFirst(args.create) : null, destroy: destroy ?? null },
        call,
        "Mailbox",
        {
          create: (inner, given) => create(inner, accountId, given, call),
          update: (inner, mailboxId, patch) => update(inner, accountId, mailboxId, patch, call),
          destroy: (inner, mailboxId) => destroyMailbox(inner, accountId, mailboxId, onDestroyRemoveEmails),
        },
      );
    });
  },
};
