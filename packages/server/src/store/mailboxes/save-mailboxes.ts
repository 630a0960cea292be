/** Stores what became of mailboxes: one statement for each kind of change, however many mailboxes have changed. */
import type { Id } from "@pismo/jmap";
import { logCreated, logDestroyed, logUpdated } from "../db/changes.ts";
import { accountKey, idOf } from "../db/ids.ts";
import { breathe, type Transactor } from "../db/reader.ts";
import { recount } from "../mail/counts.ts";
import { destroyEmails, updateEmails } from "../mail/emails.ts";
import { noteOutbound } from "../mirror/outbound-jobs.ts";
import type { MailboxRow } from "./mailbox-row.ts";
import type { MailboxTree } from "./mailbox-tree.ts";

interface Changed {
  before: MailboxRow;
  after: MailboxRow;
}

export async function saveMailboxes(tx: Transactor, accountId: Id, { changes }: MailboxTree): Promise<void> {
  const { inserted, updated, removed } = changes;
  await insert(tx, accountId, inserted);
  await vacate(tx, accountId, updated, removed);
  await update(tx, accountId, updated);
  await remove(tx, accountId, removed);
}

const keysOfRows = (rows: readonly MailboxRow[]): number[] => rows.map(({ id }) => id);
const idsOf = (keys: readonly number[]): Id[] => keys.map((key) => idOf("m", key));

async function insert(tx: Transactor, accountId: Id, rows: readonly MailboxRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.runAll(
    "insert into mailbox (id, account_id, parent_id, name, role, sort_order, is_subscribed) values (?, ?, ?, ?, ?, ?, ?)",
    rows.map((row) => [
      row.id,
      accountKey(accountId),
      row.parent_id,
      row.name,
      row.role,
      row.sort_order,
      row.is_subscribed,
    ]),
  );
  const keys = keysOfRows(rows);
  await logCreated(tx, accountId, "Mailbox", ...keys);
  await noteOutbound(tx, accountId, "Mailbox", ...idsOf(keys));
}

async function update(tx: Transactor, accountId: Id, changed: readonly Changed[]): Promise<void> {
  if (changed.length === 0) return;
  await tx.runAll(
    `update mailbox set parent_id = cast(? as bigint), name = ?, role = ?, sort_order = ?, is_subscribed = ?
     where id = ? and account_id = ?`,
    changed.map(({ after }) => [
      after.parent_id,
      after.name,
      after.role,
      after.sort_order,
      after.is_subscribed,
      after.id,
      accountKey(accountId),
    ]),
  );
  const keys = keysOfRows(changed.map(({ after }) => after));
  await logUpdated(tx, accountId, "Mailbox", ...keys);
  await noteOutbound(tx, accountId, "Mailbox", ...idsOf(keys));
  // Counts of unread threads leave the trash out.
  const isOtherTrash = changed.some(({ before, after }) => (before.role === "trash") !== (after.role === "trash"));
  if (isOtherTrash) await recount(tx, accountId);
}

const placeOf = ({ parent_id, name }: MailboxRow): string => `${parent_id ?? 0} ${name}`;

/**
 * Two mailboxes may exchange names or roles, and no two may have one for a moment: those that leave theirs go first.
 * Those that are removed leave theirs too.
 */
async function vacate(
  tx: Transactor,
  accountId: Id,
  changed: readonly Changed[],
  removed: readonly MailboxRow[],
): Promise<void> {
  const takers = new Map(changed.map(({ after }) => [placeOf(after), after.id]));
  const roleTakers = new Map(changed.flatMap(({ after }) => (after.role === null ? [] : [[after.role, after.id]])));
  const isTaken = (before: MailboxRow): boolean =>
    (takers.get(placeOf(before)) ?? before.id) !== before.id ||
    (before.role !== null && (roleTakers.get(before.role) ?? before.id) !== before.id);
  const leaving = [...changed.map(({ before }) => before), ...removed].filter(isTaken);
  await tx.runAll(
    // No name has a control character.
    "update mailbox set name = ?, role = null where id = ? and account_id = ?",
    leaving.map(({ id }) => [`\u0001${id}`, id, accountKey(accountId)]),
  );
}

async function remove(tx: Transactor, accountId: Id, rows: readonly MailboxRow[]): Promise<void> {
  if (rows.length === 0) return;
  const keys = keysOfRows(rows);
  await removeAllEmails(tx, accountId, keys);
  await tx.run(
    // The plus keeps SQLite from reading all mailboxes of the account.
    "delete from mailbox where +account_id = ? and id in key_list(?)",
    accountKey(accountId),
    JSON.stringify(keys),
  );
  await logDestroyed(tx, accountId, "Mailbox", ...keys);
  await noteOutbound(tx, accountId, "Mailbox", ...idsOf(keys));
}

/** Emails at a time, so that others have their turn. */
const SLICE = 100;

async function removeAllEmails(tx: Transactor, accountId: Id, mailboxKeys: readonly number[]): Promise<void> {
  for (;;) {
    const rows = await tx.all<{ email_id: number; others: string | null }>(
      `select email_id, (select string_agg(cast(o.mailbox_id as text), ',') from email_mailbox o
         where o.email_id = m.email_id and o.account_id = ?1 and o.mailbox_id not in key_list(?2)) as others
       from (select distinct email_id from email_mailbox where account_id = ?1 and mailbox_id in key_list(?2) limit ?3) m`,
      accountKey(accountId),
      JSON.stringify(mailboxKeys),
      SLICE,
    );
    if (rows.length === 0) return;
    const alone = rows.filter(({ others }) => others === null).map(({ email_id }) => idOf("e", email_id));
    if (alone.length > 0) await destroyEmails(tx, accountId, alone);
    const changes = rows.flatMap(({ email_id, others }) => {
      const mailboxIds = others?.split(",").map((key) => idOf("m", Number(key)));
      return mailboxIds ? [{ id: idOf("e", email_id), mailboxIds }] : [];
    });
    await updateEmails(tx, accountId, changes);
    await breathe();
  }
}
