/** Emails of mirrored accounts that the vacation response may have to answer. */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

/** An older message is not answered: after a long outage an answer is of no use. */
export const ANSWER_WITHIN_MS = 24 * 60 * 60 * 1000;

/**
 * Records new Emails of the inbox that were received after the account was created and the response was last set, and
 * within a day: a first sync or an import adds old messages too.
 */
export async function noteVacationDue(
  tx: Transactor,
  accountId: Id,
  mailboxId: Id,
  emailIds: readonly Id[],
): Promise<void> {
  if (emailIds.length === 0) return;
  // Mail servers report INTERNALDATE in whole seconds (RFC 9051 §2.3.3).
  await tx.run(
    `insert into vacation_due (account_id, email_id)
     select e.account_id, e.id from vacation_response v join account a on a.id = v.account_id join email e on e.account_id = a.id
     where v.account_id = ?1 and v.is_enabled = 1 and e.id in key_list(?2)
       and e.received_at >= greatest(v.changed_at, a.created_at, ?3) / 1000 * 1000
       and exists (select 1 from mailbox m where m.id = ?4 and m.account_id = ?1 and m.role = 'inbox')
     on conflict do nothing`,
    accountKey(accountId),
    JSON.stringify(keysOf("e", emailIds)),
    Date.now() - ANSWER_WITHIN_MS,
    keyOf("m", mailboxId),
  );
}

export interface VacationDue {
  emailId: Id;
  accountId: Id;
  blobId: Id;
  receivedAt: Date;
  sentAt: Date | null;
  /** An Email that was moved out of the inbox has been seen, or is spam. */
  isInInbox: boolean;
}

/** Oldest first, without those of the accounts in `except`. */
export async function listVacationDue(
  reader: Reader,
  limit: number,
  except: readonly Id[] = [],
): Promise<VacationDue[]> {
  interface Row {
    id: number;
    account_id: number;
    blob_id: string;
    received_at: number;
    sent_at: number | null;
    is_in_inbox: number;
  }
  const rows = await reader.all<Row>(
    `select e.id, e.account_id, e.blob_id, e.received_at, e.sent_at, exists (
       select 1 from email_mailbox l join mailbox m on m.id = l.mailbox_id and m.account_id = l.account_id
       where l.email_id = e.id and l.account_id = e.account_id and m.role = 'inbox'
     ) as is_in_inbox
     from vacation_due d join email e on e.id = d.email_id and e.account_id = d.account_id join account a on a.id = e.account_id
     where a.is_disabled = 0 and d.account_id not in key_list(?) order by d.email_id limit ?`,
    JSON.stringify(keysOf("a", except)),
    limit,
  );
  return rows.map((row) => ({
    emailId: idOf("e", row.id),
    accountId: idOf("a", row.account_id),
    blobId: row.blob_id,
    receivedAt: new Date(row.received_at),
    sentAt: row.sent_at === null ? null : new Date(row.sent_at),
    isInInbox: row.is_in_inbox === 1,
  }));
}

/** Deletes the row of an Email that was answered, or will not be. */
export async function deleteVacationDue(tx: Transactor, accountId: Id, emailId: Id): Promise<void> {
  const sql = "delete from vacation_due where email_id = ? and account_id = ?";
  await tx.run(sql, keyOf("e", emailId), accountKey(accountId));
}
