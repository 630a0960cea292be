/** Mailboxes: RFC 8621 §2. */
import { type Id, type Mailbox, type MailboxRights, type MailboxRoles, SetFailure } from "@pismo/jmap";
import { logCreated, logDestroyed, logUpdated } from "./changes.ts";
import { recount } from "./counts.ts";
import { destroyEmails, updateEmail } from "./emails.ts";
import { accountKey, idOf, keyOf, keysOf } from "./ids.ts";
import { assertPlace, invalid } from "./mailbox-rules.ts";
import { noteOutbound } from "./outbound-jobs.ts";
import { breathe, type Reader, type Transactor } from "./reader.ts";
import { flag, type MailboxTable } from "./schema.ts";

export type MailboxProperties = Pick<Mailbox, "name" | "parentId" | "role" | "sortOrder" | "isSubscribed">;

export type NewMailbox = Pick<Mailbox, "name"> & Partial<MailboxProperties>;

/** RFC 8621 §2. */
const DEFAULT_SORT_ORDER = 0;

/** These always exist: the screens and the delivery of mail rely on them. */
const permanentRoles = new Set<string | null>(["inbox", "sent", "drafts", "archive", "junk", "trash"]);

const rightsOf = (role: string | null): MailboxRights => ({
  mayReadItems: true,
  mayAddItems: true,
  mayRemoveItems: true,
  maySetSeen: true,
  maySetKeywords: true,
  mayCreateChild: true,
  mayRename: true,
  mayDelete: !permanentRoles.has(role),
  maySubmit: true,
});

type MailboxRow = {
  [K in keyof MailboxTable]: K extends "id" | `${string}_${"emails" | "threads"}` ? number : MailboxTable[K];
};

const toMailbox = (row: MailboxRow): Mailbox => ({
  id: idOf("m", row.id),
  name: row.name,
  parentId: row.parent_id === null ? null : idOf("m", row.parent_id),
  role: row.role,
  sortOrder: row.sort_order,
  totalEmails: row.total_emails,
  unreadEmails: row.unread_emails,
  totalThreads: row.total_threads,
  unreadThreads: row.unread_threads,
  myRights: rightsOf(row.role),
  isSubscribed: row.is_subscribed === 1,
});

/** `ids` null or left out: all of the account. */
export async function getMailboxes(reader: Reader, accountId: Id, ids: Id[] | null = null): Promise<Mailbox[]> {
  const rows = await reader.all<MailboxRow>(
    `select * from mailbox where account_id = ? ${ids ? "and id in (select value from json_each(?))" : ""}
     order by sort_order, name, id`,
    accountKey(accountId),
    ...(ids ? [JSON.stringify(keysOf("m", ids))] : []),
  );
  return rows.map(toMailbox);
}

export async function findMailboxByRole(reader: Reader, accountId: Id, role: string): Promise<Mailbox | undefined> {
  const sql = "select * from mailbox where account_id = ? and role = ?";
  const row = await reader.get<MailboxRow>(sql, accountKey(accountId), role);
  return row && toMailbox(row);
}

/** Ids by role, of every account that has such mailboxes. */
export async function listMailboxRoles(reader: Reader): Promise<Map<Id, MailboxRoles>> {
  const sql =
    "select account_id as account, json_group_object(role, id) as roles from mailbox where role is not null group by 1";
  const rows = await reader.all<{ account: number; roles: string }>(sql);
  return new Map(
    rows.map(({ account, roles }) => {
      const ids = Object.entries(JSON.parse(roles) as Record<string, number>);
      return [idOf("a", account), Object.fromEntries(ids.map(([role, id]) => [role, idOf("m", id)]))];
    }),
  );
}

/** @throws SetFailure alreadyExists (a sibling has the name), invalidProperties: duplicate role, missing parent, too deep */
export async function insertMailbox(tx: Transactor, accountId: Id, mailbox: NewMailbox): Promise<Mailbox> {
  const properties = { parentId: null, role: null, sortOrder: DEFAULT_SORT_ORDER, isSubscribed: true, ...mailbox };
  const parentKey = await assertPlace(tx, accountId, properties);
  const row = await tx.get<MailboxRow>(
    `insert into mailbox (account_id, parent_id, name, role, sort_order, is_subscribed) values (?, ?, ?, ?, ?, ?)
     returning *`,
    accountKey(accountId),
    parentKey,
    ...columnsOf(properties),
  );
  await logCreated(tx, accountId, "Mailbox", row!.id);
  await noteOutbound(tx, accountId, "Mailbox", idOf("m", row!.id));
  return toMailbox(row!);
}

/** @throws SetFailure notFound, invalidProperties */
export async function updateMailbox(
  tx: Transactor,
  accountId: Id,
  id: Id,
  changes: Partial<MailboxProperties>,
): Promise<void> {
  const [before] = await getMailboxes(tx, accountId, [id]);
  if (!before) throw new SetFailure({ type: "notFound" });
  const after = { ...before, ...changes };
  if (after.role !== before.role && permanentRoles.has(before.role)) {
    throw invalid("role", `The mailbox with the role "${before.role}" keeps it`);
  }
  const parentKey = await assertPlace(tx, accountId, after, id);
  await tx.run(
    "update mailbox set parent_id = ?, name = ?, role = ?, sort_order = ?, is_subscribed = ? where id = ?",
    parentKey,
    ...columnsOf(after),
    keyOf("m", id),
  );
  await logUpdated(tx, accountId, "Mailbox", keyOf("m", id));
  await noteOutbound(tx, accountId, "Mailbox", id);
  // Counts of unread threads leave the trash out.
  if (after.role === "trash" && before.role !== "trash") await recount(tx, accountId);
}

/**
 * With `onDestroyRemoveEmails` its letters leave it, and those that lie nowhere else are destroyed.
 * @throws SetFailure notFound, forbidden, mailboxHasChild, mailboxHasEmail
 */
export async function destroyMailbox(
  tx: Transactor,
  accountId: Id,
  id: Id,
  onDestroyRemoveEmails: boolean,
): Promise<void> {
  const [mailbox] = await getMailboxes(tx, accountId, [id]);
  if (!mailbox) throw new SetFailure({ type: "notFound" });
  if (!mailbox.myRights.mayDelete)
    throw new SetFailure({ type: "forbidden", description: "This mailbox always exists" });
  const key = keyOf("m", id);
  if (await tx.get("select 1 from mailbox where parent_id = ?", key)) throw new SetFailure({ type: "mailboxHasChild" });
  if (mailbox.totalEmails > 0 && !onDestroyRemoveEmails) throw new SetFailure({ type: "mailboxHasEmail" });
  await removeAllEmails(tx, accountId, key);
  await tx.run("delete from mailbox where id = ?", key);
  await logDestroyed(tx, accountId, "Mailbox", key);
  await noteOutbound(tx, accountId, "Mailbox", id);
}

async function removeAllEmails(tx: Transactor, accountId: Id, mailboxKey: number): Promise<void> {
  for (;;) {
    const rows = await tx.all<{ email_id: number; others: string | null }>(
      `select email_id, (select group_concat(o.mailbox_id) from email_mailbox o where o.email_id = m.email_id and o.mailbox_id <> m.mailbox_id) as others
       from email_mailbox m where mailbox_id = ? limit 100`,
      mailboxKey,
    );
    if (rows.length === 0) return;
    for (const { email_id, others } of rows) {
      const id = idOf("e", email_id);
      if (others === null) await destroyEmails(tx, accountId, [id]);
      else await updateEmail(tx, accountId, id, { mailboxIds: others.split(",").map((key) => idOf("m", Number(key))) });
    }
    await breathe();
  }
}

/** name, role, sort_order, is_subscribed */
const columnsOf = ({ name, role, sortOrder, isSubscribed }: MailboxProperties) =>
  [name, role, sortOrder, flag(isSubscribed)] as const;
