/** Mailboxes: RFC 8621 §2. */
import { type Id, type Mailbox, type MailboxRoles, SetFailure } from "@pismo/jmap";
import { logCreated, logDestroyed, logUpdated } from "../db/changes.ts";
import { recount } from "./counts.ts";
import { destroyEmails, updateEmails } from "./emails.ts";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import { isPermanent, mailboxRights } from "./mailbox-rights.ts";
import { assertMailboxRules, invalid } from "./mailbox-rules.ts";
import { noteOutbound } from "../mirror/outbound-jobs.ts";
import { breathe, type Reader, type Transactor } from "../db/reader.ts";

export type MailboxProperties = Pick<Mailbox, "name" | "parentId" | "role" | "sortOrder" | "isSubscribed">;

export type NewMailbox = Pick<Mailbox, "name"> & Partial<MailboxProperties>;

/** RFC 8621 §2. */
const DEFAULT_SORT_ORDER = 0;

interface MailboxRow {
  id: number;
  name: string;
  parent_id: number | null;
  role: string | null;
  sort_order: number;
  is_subscribed: number;
  rights: string | null;
  total_emails: number;
  unread_emails: number;
  total_threads: number;
  unread_threads: number;
}

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
  myRights: mailboxRights(row.role, row.rights),
  isSubscribed: row.is_subscribed === 1,
});

/** `ids` null or left out: all of the account. */
export async function getMailboxes(reader: Reader, accountId: Id, ids: Id[] | null = null): Promise<Mailbox[]> {
  const rows = await reader.all<MailboxRow>(
    // The plus keeps SQLite from scanning all mailboxes of the account for a few.
    `select * from mailbox where ${ids ? "+account_id = ? and id in key_list(?)" : "account_id = ?"}
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

/** Finds a mailbox by its parent and name. @param parentId null: a mailbox at the top level */
export async function findMailboxByName(
  reader: Reader,
  accountId: Id,
  { parentId, name }: Pick<Mailbox, "parentId" | "name">,
): Promise<Mailbox | undefined> {
  const sql = "select * from mailbox where account_id = ? and coalesce(parent_id, 0) = ? and name = ?";
  const parentKey = parentId === null ? 0 : keyOf("m", parentId);
  const row = await reader.get<MailboxRow>(sql, accountKey(accountId), parentKey, name);
  return row && toMailbox(row);
}

/** The ids of the account's mailboxes that have a role, by role. */
export async function mailboxRolesOf(reader: Reader, accountId: Id): Promise<MailboxRoles> {
  const rows = await reader.all<{ role: string; id: number }>(
    "select role, id from mailbox where account_id = ? and role is not null",
    accountKey(accountId),
  );
  return Object.fromEntries(rows.map(({ role, id }) => [role, idOf("m", id)]));
}

/** @throws SetFailure alreadyExists (a sibling has the name), invalidProperties: duplicate role, missing parent, too deep */
export async function insertMailbox(tx: Transactor, accountId: Id, mailbox: NewMailbox): Promise<Mailbox> {
  const properties = { parentId: null, role: null, sortOrder: DEFAULT_SORT_ORDER, isSubscribed: true, ...mailbox };
  const parentKey = await assertMailboxRules(tx, accountId, properties);
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

/** The id of the top-level mailbox with this name, which is created where there is none. */
export async function ensureMailbox(tx: Transactor, accountId: Id, name: string): Promise<Id> {
  const found = await findMailboxByName(tx, accountId, { parentId: null, name });
  return (found ?? (await insertMailbox(tx, accountId, { name }))).id;
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
  if (after.role !== before.role && isPermanent(before.role)) {
    throw invalid("role", `The mailbox with the role "${before.role}" keeps it`);
  }
  const parentKey = await assertMailboxRules(tx, accountId, after, id);
  await tx.run(
    "update mailbox set parent_id = ?, name = ?, role = ?, sort_order = ?, is_subscribed = ? where id = ? and account_id = ?",
    parentKey,
    ...columnsOf(after),
    keyOf("m", id),
    accountKey(accountId),
  );
  await logUpdated(tx, accountId, "Mailbox", keyOf("m", id));
  await noteOutbound(tx, accountId, "Mailbox", id);
  // Counts of unread threads leave the trash out.
  if (after.role === "trash" && before.role !== "trash") await recount(tx, accountId);
}

/**
 * With `onDestroyRemoveEmails` its Emails are removed from it, and those in no other mailbox are destroyed.
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
  if (isPermanent(mailbox.role)) throw new SetFailure({ type: "forbidden", description: "This mailbox always exists" });
  const key = keyOf("m", id);
  const child = "select 1 from mailbox where account_id = ? and coalesce(parent_id, 0) = ?";
  if (await tx.get(child, accountKey(accountId), key)) throw new SetFailure({ type: "mailboxHasChild" });
  if (mailbox.totalEmails > 0 && !onDestroyRemoveEmails) throw new SetFailure({ type: "mailboxHasEmail" });
  await removeAllEmails(tx, accountId, key);
  await tx.run("delete from mailbox where id = ? and account_id = ?", key, accountKey(accountId));
  await logDestroyed(tx, accountId, "Mailbox", key);
  await noteOutbound(tx, accountId, "Mailbox", id);
}

async function removeAllEmails(tx: Transactor, accountId: Id, mailboxKey: number): Promise<void> {
  for (;;) {
    const rows = await tx.all<{ email_id: number; others: string | null }>(
      `select email_id, (select string_agg(cast(o.mailbox_id as text), ',') from email_mailbox o where o.email_id = m.email_id and o.account_id = m.account_id and o.mailbox_id <> m.mailbox_id) as others
       from email_mailbox m where mailbox_id = ? and account_id = ? limit 100`,
      mailboxKey,
      accountKey(accountId),
    );
    if (rows.length === 0) return;
    const alone = rows.filter(({ others }) => others === null).map(({ email_id }) => idOf("e", email_id));
    await destroyEmails(tx, accountId, alone);
    const changes = rows.flatMap(({ email_id, others }) => {
      const mailboxIds = others?.split(",").map((key) => idOf("m", Number(key)));
      return mailboxIds ? [{ id: idOf("e", email_id), mailboxIds }] : [];
    });
    await updateEmails(tx, accountId, changes);
    await breathe();
  }
}

/** name, role, sort_order, is_subscribed */
const columnsOf = ({ name, role, sortOrder, isSubscribed }: MailboxProperties) =>
  [name, role, sortOrder, isSubscribed ? 1 : 0] as const;
