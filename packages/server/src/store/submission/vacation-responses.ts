/** The vacation response (RFC 8621 §8) and the senders it has answered. */
import { type Id, utcDateOf, type VacationResponse } from "@pismo/jmap";
import { logTouched } from "../db/changes.ts";
import { accountKey } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

/** A sender gets one answer in this time (RFC 3834 §2, RFC 5230 §4.1: seven days by default). */
export const ANSWER_AGAIN_AFTER_MS = 7 * 24 * 60 * 60 * 1000;

const utcDate = (time: number | null) => (time === null ? null : utcDateOf(time));
const time = (date: string | null) => (date === null ? null : Date.parse(date));

interface Row {
  is_enabled: number;
  from_date: number | null;
  to_date: number | null;
  subject: string | null;
  text_body: string | null;
  html_body: string | null;
  contacts_only: number;
}

/** Always exists; disabled until it is set. */
export async function getVacationResponse(
  reader: Reader,
  accountId: Id,
): Promise<Required<Omit<VacationResponse, "serverAnswers">>> {
  const sql = "select * from vacation_response where account_id = ?";
  const row = await reader.get<Row>(sql, accountKey(accountId));
  return {
    id: "singleton",
    isEnabled: row?.is_enabled === 1,
    fromDate: utcDate(row?.from_date ?? null),
    toDate: utcDate(row?.to_date ?? null),
    subject: row?.subject ?? null,
    textBody: row?.text_body ?? null,
    htmlBody: row?.html_body ?? null,
    contactsOnly: row?.contacts_only === 1,
  };
}

/** What a sender reads. */
const answerOf = ({ subject, textBody, htmlBody }: VacationResponse): string =>
  JSON.stringify([subject, textBody, htmlBody]);

export async function updateVacationResponse(
  tx: Transactor,
  accountId: Id,
  changes: Partial<Omit<VacationResponse, "id">>,
): Promise<void> {
  const before = await getVacationResponse(tx, accountId);
  const after = { ...before, ...changes };
  await tx.run(
    `insert into vacation_response (account_id, is_enabled, from_date, to_date, subject, text_body, html_body, contacts_only, changed_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (account_id) do update set is_enabled = excluded.is_enabled, from_date = excluded.from_date,
       to_date = excluded.to_date, subject = excluded.subject, text_body = excluded.text_body,
       html_body = excluded.html_body, contacts_only = excluded.contacts_only, changed_at = excluded.changed_at`,
    accountKey(accountId),
    after.isEnabled ? 1 : 0,
    time(after.fromDate),
    time(after.toDate),
    after.subject,
    after.textBody,
    after.htmlBody,
    after.contactsOnly ? 1 : 0,
    Date.now(),
  );
  // Another answer may go to all senders again, the same one is for once (RFC 5230 §4.2).
  if (answerOf(after) !== answerOf(before)) {
    await tx.run("delete from vacation_answered where account_id = ?", accountKey(accountId));
  }
  await logTouched(tx, accountId, "VacationResponse");
}

export function isInEffect({ isEnabled, fromDate, toDate }: VacationResponse, now: Date): boolean {
  const at = now.getTime();
  return isEnabled && at >= (time(fromDate ?? null) ?? -Infinity) && at < (time(toDate ?? null) ?? Infinity);
}

/** Whether `address` is to be answered at `now`; true once, as the answer counts as sent with the transaction. */
export async function claimVacationAnswer(tx: Transactor, accountId: Id, address: string, now: Date): Promise<boolean> {
  if (!isInEffect(await getVacationResponse(tx, accountId), now)) return false;
  const at = now.getTime();
  const { changes } = await tx.run(
    `insert into vacation_answered (account_id, address, answered_at) values (?, ?, ?)
     on conflict (account_id, address) do update set answered_at = excluded.answered_at where vacation_answered.answered_at <= ?`,
    accountKey(accountId),
    address.toLowerCase(),
    at,
    at - ANSWER_AGAIN_AFTER_MS,
  );
  return changes > 0;
}
