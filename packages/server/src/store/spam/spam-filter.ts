/** Whether an account's spam filter is on, and how much it has learned. */
import type { Id } from "@pismo/jmap";
import { accountKey } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

export interface FilterState {
  isOn: boolean;
  /** What was received earlier is not judged. */
  since: number;
  /** Letters. */
  spam: number;
  other: number;
}

export async function getFilterState(reader: Reader, accountId: Id): Promise<FilterState | undefined> {
  const row = await reader.get<{ is_on: number; since: number; spam: number; other: number }>(
    "select is_on, since, spam, other from spam_filter where account_id = ?",
    accountKey(accountId),
  );
  return row && { isOn: row.is_on === 1, since: row.since, spam: row.spam, other: row.other };
}

/** What was learned stays while it is off. */
export async function switchFilter(tx: Transactor, accountId: Id, isOn: boolean, now: number): Promise<void> {
  await tx.run(
    `insert into spam_filter (account_id, is_on, since, spam, other) values (?, ?, ?, 0, 0)
     on conflict (account_id) do update set is_on = excluded.is_on, since = excluded.since`,
    accountKey(accountId),
    Number(isOn),
    now,
  );
}
