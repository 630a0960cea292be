/** Which reminders of Emails at other JMAP servers are to be looked at, of all accounts. */
import type { Reader } from "../db/reader.ts";
import { toReminder, type UpstreamReminder } from "./upstream-reminders.ts";

export async function dueReminders(reader: Reader, now: Date, limit: number): Promise<UpstreamReminder[]> {
  const sql = "select * from upstream_reminder where look_at <= ? order by look_at, account_id, upstream_email limit ?";
  return (await reader.all<Parameters<typeof toReminder>[0]>(sql, now.getTime(), limit)).map(toReminder);
}

/** When the next is; undefined: none waits. */
export async function nextReminderAt(reader: Reader): Promise<Date | undefined> {
  const sql = "select min(look_at) as at from upstream_reminder where look_at is not null";
  const row = await reader.get<{ at: number | null }>(sql);
  return row?.at == null ? undefined : new Date(row.at);
}
