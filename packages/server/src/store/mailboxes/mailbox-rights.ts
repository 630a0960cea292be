/** Rights on a mailbox: RFC 8621 §2. For a mail server's folder they follow its access control list (RFC 4314). */
import { type Id, type MailboxRights, SetFailure } from "@pismo/jmap";
import { logUpdated } from "../db/changes.ts";
import { accountKey, idOf, keyOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

/** These always exist: the interface and the delivery of mail rely on them. */
const permanentRoles = new Set<string | null>(["inbox", "sent", "drafts", "archive", "junk", "trash"]);

export const isPermanent = (role: string | null): boolean => permanentRoles.has(role);

/** @param rights of RFC 4314 §2.1, one character each; null: all */
export function mailboxRights(role: string | null, rights: string | null): MailboxRights {
  const has = (flags: string): boolean => rights === null || Array.from(flags).every((each) => rights.includes(each));
  return {
    mayReadItems: has("lr"),
    mayAddItems: has("i"),
    mayRemoveItems: has("te"),
    maySetSeen: has("s"),
    maySetKeywords: has("w"),
    mayCreateChild: has("k"),
    mayRename: has("x"),
    mayDelete: has("x") && !isPermanent(role),
    maySubmit: has("p"),
  };
}

/** undefined: there is no such mailbox; null: all rights. */
export async function getRights(reader: Reader, accountId: Id, mailboxId: Id): Promise<string | null | undefined> {
  const row = await reader.get<{ rights: string | null }>(
    "select rights from mailbox where id = ? and account_id = ?",
    keyOf("m", mailboxId),
    accountKey(accountId),
  );
  return row?.rights;
}

/** Does nothing where they are equal. */
export async function setRights(tx: Transactor, accountId: Id, mailboxId: Id, rights: string | null): Promise<void> {
  const key = keyOf("m", mailboxId);
  const sql =
    "update mailbox set rights = ?1 where account_id = ?2 and id = ?3 and rights is distinct from ?1 returning id";
  if (await tx.get(sql, rights, accountKey(accountId), key)) await logUpdated(tx, accountId, "Mailbox", key);
}

/** The mailboxes of an account with limited rights. */
export type Restricted = ReadonlyMap<Id, { name: string; rights: MailboxRights }>;

/** @param mailboxId left out: all mailboxes of the account */
export async function restrictedMailboxes(reader: Reader, accountId: Id, mailboxId?: Id): Promise<Restricted> {
  const rows = await reader.all<{ id: number; name: string; role: string | null; rights: string }>(
    `select id, name, role, rights from mailbox
     where account_id = ? and rights is not null ${mailboxId === undefined ? "" : "and id = ?"}`,
    accountKey(accountId),
    ...(mailboxId === undefined ? [] : [keyOf("m", mailboxId)]),
  );
  return new Map(
    rows.map(({ id, name, role, rights }) => [idOf("m", id), { name, rights: mailboxRights(role, rights) }]),
  );
}

/** @throws SetFailure forbidden where one of these mailboxes lacks the right */
export function assertRight(restricted: Restricted, mailboxIds: readonly Id[], right: keyof MailboxRights): void {
  for (const id of mailboxIds) {
    const mailbox = restricted.get(id);
    if (!mailbox || mailbox.rights[right]) continue;
    throw new SetFailure({
      type: "forbidden",
      description: `The mailbox "${mailbox.name}" does not allow it: ${right}`,
    });
  }
}
