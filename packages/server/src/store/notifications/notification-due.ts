/** Letters that have just arrived in accounts whose notifications are on: each is taken out of here once. */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { getAllPreferences } from "../mail/preferences.ts";

/** After a long outage, older ones are no news. */
const NOTIFY_WITHIN_MS = 24 * 60 * 60 * 1000;

/** Leaves out what was received before the account was here: a first sync adds old letters too. */
export async function noteNotificationDue(tx: Transactor, accountId: Id, emailIds: readonly Id[]): Promise<void> {
  if (emailIds.length === 0) return;
  if (!(await getAllPreferences(tx, accountId)).notifications) return;
  // Mail servers report INTERNALDATE in whole seconds (RFC 9051 §2.3.3).
  await tx.run(
    `insert into notification_due (account_id, email_id)
     select e.account_id, e.id from account a join email e on e.account_id = a.id
     where a.id = ?1 and e.id in key_list(?2) and e.received_at >= greatest(a.created_at, ?3) / 1000 * 1000
     on conflict do nothing`,
    accountKey(accountId),
    JSON.stringify(keysOf("e", emailIds)),
    Date.now() - NOTIFY_WITHIN_MS,
  );
}

/** The accounts of those that arrived first. */
export async function accountsWithDue(reader: Reader, limit: number): Promise<Id[]> {
  const rows = await reader.all<{ account_id: number }>(
    `select d.account_id from notification_due d group by d.account_id order by min(d.email_id) limit ?`,
    limit,
  );
  return rows.map(({ account_id }) => idOf("a", account_id));
}

/** Takes an account's: what is taken is never taken again. @returns oldest first */
export async function takeNotificationDue(tx: Transactor, accountId: Id, limit: number): Promise<Id[]> {
  const rows = await tx.all<{ email_id: number }>(
    "select email_id from notification_due where account_id = ? order by email_id limit ?",
    accountKey(accountId),
    limit,
  );
  const ids = rows.map(({ email_id }) => idOf("e", email_id));
  await tx.runAll(
    "delete from notification_due where email_id = ? and account_id = ?",
    ids.map((id) => [keyOf("e", id), accountKey(accountId)]),
  );
  return ids;
}
