/** Cards that may differ from what their server has: found by the change log, and kept until they were compared. */
import type { Id } from "@pismo/jmap";
import { modSeqOf } from "../db/changes.ts";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

/** Notes what has changed since it was last done; a card that was refused is tried again. */
export async function collectChanges(tx: Transactor, accountId: Id, seenModSeq: number | null): Promise<void> {
  const account = accountKey(accountId);
  const newest = await modSeqOf(tx, accountId, "ContactCard");
  if (seenModSeq === newest) return;
  const again = "on conflict (account_id, card_id) do update set refusal = null";
  if (seenModSeq === null)
    await tx.run(
      `insert into carddav_change (account_id, card_id)
       select account_id, id from contact_card where account_id = ?1
       union select account_id, card_id from carddav_resource where account_id = ?1 ${again}`,
      account,
    );
  else
    await tx.run(
      `insert into carddav_change (account_id, card_id)
       select account_id, object_id from change where account_id = ? and type = 'ContactCard' and modseq > ? ${again}`,
      account,
      seenModSeq,
    );
  await tx.run("update carddav_server set seen_modseq = ? where account_id = ?", newest, account);
}

/** The oldest cards first. @param after the last of those before */
export async function nextChanges(reader: Reader, accountId: Id, after: Id | undefined, count: number): Promise<Id[]> {
  const rows = await reader.all<{ card_id: number }>(
    "select card_id from carddav_change where account_id = ? and card_id > ? and refusal is null order by card_id limit ?",
    accountKey(accountId),
    after === undefined ? 0 : keyOf("c", after),
    count,
  );
  return rows.map(({ card_id }) => idOf("c", card_id));
}

export async function dropChanges(tx: Transactor, accountId: Id, cardIds: readonly Id[]): Promise<void> {
  if (cardIds.length === 0) return;
  await tx.run(
    "delete from carddav_change where account_id = ? and card_id in key_list(?)",
    accountKey(accountId),
    JSON.stringify(keysOf("c", cardIds)),
  );
}

/** It is tried again when the card changes, or the settings, or the server that syncs is another process. */
export async function noteRefusal(tx: Transactor, accountId: Id, cardId: Id, refusal: string): Promise<void> {
  await tx.run(
    "update carddav_change set refusal = ? where account_id = ? and card_id = ?",
    refusal.slice(0, 500),
    accountKey(accountId),
    keyOf("c", cardId),
  );
}

/** Refused cards. @param cardIds left out: all */
export async function tryAgain(tx: Transactor, accountId: Id, cardIds?: readonly Id[]): Promise<void> {
  await tx.run(
    `update carddav_change set refusal = null
     where account_id = ? and refusal is not null ${cardIds ? "and card_id in key_list(?)" : ""}`,
    accountKey(accountId),
    ...(cardIds ? [JSON.stringify(keysOf("c", cardIds))] : []),
  );
}

/** Cards that are to be compared though nothing here has changed. */
export async function noteChanges(tx: Transactor, accountId: Id, cardIds: readonly Id[]): Promise<void> {
  await tx.runAll(
    `insert into carddav_change (account_id, card_id) values (?, ?)
     on conflict (account_id, card_id) do update set refusal = null`,
    cardIds.map((cardId) => [accountKey(accountId), keyOf("c", cardId)]),
  );
}
