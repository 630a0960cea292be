/**
 * Copies at a server that has each message once (RFC 8621 §4.8, "alreadyExists"): several transfers come to one of them, and it
 * stays until none of them needs it. Of the rows with its id one has made it (was_there = 0) and takes it away when it ends.
 */
import type { Id } from "@pismo/jmap";
import { accountKey, keyOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { advanceForeign, removeForeign } from "./foreign-progress.ts";
import type { ForeignEmail } from "./foreign-transfers.ts";

/** Whether an Email of the account has come by a transfer that is known yet. */
export async function isKnownCopy(reader: Reader, accountId: Id, id: Id): Promise<boolean> {
  const sql = `select 1 from foreign_transfer x join foreign_transfer_email t on t.transfer_id = x.id
    where x.to_account_id = ? and t.copy_id = ? limit 1`;
  return (await reader.get(sql, accountKey(accountId), id)) !== undefined;
}

/**
 * Of copies that are to go: others that came to them have made them from now on.
 * @returns those that therefore stay
 */
export async function passOnCopies(tx: Transactor, accountId: Id, copyIds: readonly Id[]): Promise<Set<Id>> {
  // The sign keeps SQLite from the primary key, by which it would read all that the transfers have.
  const rows = await tx.all<{ transfer_id: number; email_id: string; copy_id: string }>(
    `select transfer_id, email_id, copy_id from foreign_transfer_email
     where copy_id in text_list(?) and +transfer_id in (select id from foreign_transfer where to_account_id = ?)
       and state in ('placing', 'copied', 'leaving', 'done', 'recalled')
     order by was_there, transfer_id, email_id`,
    JSON.stringify(copyIds),
    accountKey(accountId),
  );
  const heirs = new Map<Id, { transfer_id: number; email_id: string }>();
  for (const row of rows) if (!heirs.has(row.copy_id)) heirs.set(row.copy_id, row);
  await tx.runAll(
    "update foreign_transfer_email set was_there = 0 where transfer_id = ? and email_id = ?",
    [...heirs.values()].map(({ transfer_id, email_id }) => [transfer_id, email_id]),
  );
  return new Set(heirs.keys());
}

/** Whether a transfer out of the account has not read the Email yet. */
export async function isStillToRead(reader: Reader, accountId: Id, emailId: Id): Promise<boolean> {
  const sql = `select 1 from foreign_transfer x join foreign_transfer_email t on t.transfer_id = x.id
    where x.account_id = ? and t.email_id = ? and t.state in ('waiting', 'placing') limit 1`;
  return (await reader.get(sql, accountKey(accountId), emailId)) !== undefined;
}

/** Whether a transfer takes the Email out of the account. */
async function isMovingOut(reader: Reader, accountId: Id, emailId: Id): Promise<boolean> {
  const sql = `select 1 from foreign_transfer x join foreign_transfer_email t on t.transfer_id = x.id
    where x.account_id = ? and t.email_id = ? and x.keeps_originals = 0
      and t.state in ('waiting', 'placing', 'copied', 'leaving', 'recalled') limit 1`;
  return (await reader.get(sql, accountKey(accountId), emailId)) !== undefined;
}

/** Whether the copy of one that was taken back is still there. It goes before others: its server answers again. */
async function isTakenAway(tx: Transactor, accountId: Id, copyId: Id): Promise<boolean> {
  const { changes } = await tx.run(
    `update foreign_transfer_email set next_attempt_at = 0 where copy_id = ? and state = 'withdrawn'
       and transfer_id in (select id from foreign_transfer where to_account_id = ?)`,
    copyId,
    accountKey(accountId),
  );
  return changes > 0;
}

/** Nothing of it is at the other server, as before it was asked. @returns whether it was not taken back in between */
async function waitAgain(tx: Transactor, { transferId, emailId }: ForeignEmail): Promise<boolean> {
  const { changes } = await tx.run(
    `update foreign_transfer_email set state = 'waiting' where transfer_id = ? and email_id = ? and state = 'placing'`,
    keyOf("x", transferId),
    emailId,
  );
  return changes > 0;
}

/**
 * The other server has the message already.
 * @param placing as it was when it was asked
 * @returns "joins": it comes to that one; "waits": that one is just going; "over": it was taken back in between, and has no copy
 */
export async function comeToCopy(
  tx: Transactor,
  placing: ForeignEmail,
  copyId: Id,
): Promise<"joins" | "waits" | "over"> {
  const { toAccountId } = placing;
  const isGoing = (await isTakenAway(tx, toAccountId, copyId)) || (await isMovingOut(tx, toAccountId, copyId));
  const isWanted = isGoing
    ? await waitAgain(tx, placing)
    : await advanceForeign(tx, placing, { state: "placing", copyId, wasThere: true });
  if (isWanted) return isGoing ? "waits" : "joins";
  await removeForeign(tx, [placing]);
  return "over";
}
