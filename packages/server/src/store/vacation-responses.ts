/** The vacation response (RFC 8621 §8) and whom it has answered. */
import type { Id, VacationResponse } from "@pismo/jmap";
import { logTouched } from "./changes.ts";
import { accountKey } from "./ids.ts";
import type { Reader, Transactor } from "./reader.ts";
import { flag, type VacationResponseTable } from "./schema.ts";

/** A sender gets one answer in this time (RFC 3834 §2, RFC 5230 §4.1: seven days by default). */
export const ANSWER_AGAIN_AFTER_MS = 7 * 24 * 60 * 60 * 1000;

const utcDate = (time: number | null) => (time === null ? null : new Date(time).toISOString().replace(/\.\d+Z$/, "Z"));
const time = (date: string | null) => (date === null ? null : Date.parse(date));

/** Always there; switched off until it is set. */
export async function getVacationResponse(reader: Reader, accountId: Id): Promise<VacationResponse> {
  const sql = "select * from vacation_response where account_id = ?";
  const row = await reader.get<VacationResponseTable>(sql, accountKey(accountId));
  return {
    id: "singleton",
    isEnabled: row?.is_enabled === 1,
    fromDate: utcDate(row?.from_date ?? null),
    toDate: utcDate(row?.to_date ?? null),
    subject: row?.subject ?? null,
    textBody: row?.text_body ?? null,
    htmlBody: row?.html_body ?? null,
  };
}

export async function updateVacationResponse(
  tx: Transactor,
  accountId: Id,
  changes: Partial<Omit<VacationResponse, "id">>,
): Promise<void> {
  const after = { ...(await getVacationResponse(tx, accountId)), ...changes };
  const values = {
    is_enabled: flag(after.isEnabled),
    from_date: time(after.fromDate),
    to_date: time(after.toDate),
    subject: after.subject,
    text_body: after.textBody,
    html_body: after.htmlBody,
    changed_at: Date.now(),
  };
  await tx.db
    .insertInto("vacation_response")
    .values({ account_id: accountKey(accountId), ...values })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet(values))
    .execute();
  // It may say something else now: everybody gets to know.
  await tx.run("delete from vacation_answered where account_id = ?", accountKey(accountId));
  await logTouched(tx, accountId, "VacationResponse");
}

/** Whether `address` is to be answered at `now`; true is given once, the answer counts as sent with the transaction. */
export async function claimVacationAnswer(tx: Transactor, accountId: Id, address: string, now: Date): Promise<boolean> {
  const { isEnabled, fromDate, toDate } = await getVacationResponse(tx, accountId);
  const at = now.getTime();
  if (!isEnabled || at < (time(fromDate) ?? -Infinity) || at >= (time(toDate) ?? Infinity)) return false;
  const { changes } = await tx.run(
    `insert into vacation_answered (account_id, address, answered_at) values (?, ?, ?)
     on conflict do update set answered_at = excluded.answered_at where answered_at <= ?`,
    accountKey(accountId),
    address.toLowerCase(),
    at,
    at - ANSWER_AGAIN_AFTER_MS,
  );
  return changes > 0;
}
