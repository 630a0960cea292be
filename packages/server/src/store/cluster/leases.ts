/**
 * Leases: an account's mirror runs in one process at a time. A lease holds as long as its process lives; its fence grows
 * with each holder, so that a write of a former one, which was paused or cut off, is refused.
 */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

export interface Lease {
  accountId: Id;
  processId: number;
  fence: number;
}

/** Another process has the account now. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";

  constructor({ accountId }: Lease) {
    super(`The mirror of ${accountId} runs in another process now`);
  }
}

/** Takes the leases that no other living process holds. @returns those that were taken */
export async function takeLeases(tx: Transactor, processId: number, accountIds: readonly Id[]): Promise<Lease[]> {
  const rows = await tx.all<{ account_id: number; fence: number }>(
    `insert into lease (account_id, process_id, fence)
     select id, cast(?1 as bigint), 1 from account where id in key_list(?2)
     on conflict (account_id) do update set process_id = excluded.process_id, fence = lease.fence + 1
     where lease.process_id = excluded.process_id
       or not exists (select 1 from process where process.id = lease.process_id)
     returning account_id, fence`,
    processId,
    JSON.stringify(keysOf("a", accountIds)),
  );
  return rows.map(({ account_id, fence }) => ({ accountId: idOf("a", account_id), processId, fence }));
}

/** Their fences stay, for the next holder. */
export async function giveBackLeases(tx: Transactor, leases: readonly Lease[]): Promise<void> {
  await tx.runAll(
    "update lease set process_id = null where account_id = ? and process_id = ? and fence = ?",
    leases.map(({ accountId, processId, fence }) => [accountKey(accountId), processId, fence]),
  );
}

/** In the transaction that it guards: leases change in transactions too, of which there is one at a time. @throws LeaseLost */
export async function assertLease(reader: Reader, lease: Lease): Promise<void> {
  const { accountId, processId, fence } = lease;
  const sql = "select 1 from lease where account_id = ? and process_id = ? and fence = ?";
  if (!(await reader.get(sql, accountKey(accountId), processId, fence))) throw new LeaseLost(lease);
}

/** How many leases each process holds, by its id. */
export async function countLeases(reader: Reader): Promise<Map<number, number>> {
  const rows = await reader.all<{ process_id: number; leases: number }>(
    "select process_id, count(*) as leases from lease where process_id is not null group by process_id",
  );
  return new Map(rows.map(({ process_id, leases }) => [process_id, leases]));
}
