/** Searches that a person has kept. */
import { type Id, MAX_SAVED_SEARCHES, type SavedSearch, SetFailure } from "@pismo/jmap";
import { logCreated, logDestroyed, logUpdated } from "../db/changes.ts";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

interface Row {
  id: number;
  name: string;
  search: string;
  mailbox_id: number | null;
}

const toSavedSearch = ({ id, name, search, mailbox_id }: Row): SavedSearch => ({
  id: idOf("v", id),
  name,
  text: search,
  mailboxId: mailbox_id === null ? null : idOf("m", mailbox_id),
});

/** @param ids null: all of the account, oldest first */
export async function getSavedSearches(reader: Reader, accountId: Id, ids: Id[] | null): Promise<SavedSearch[]> {
  const rows = await reader.all<Row>(
    `select id, name, search, mailbox_id from saved_search where account_id = ? ${ids ? "and id in key_list(?)" : ""} order by id`,
    accountKey(accountId),
    ...(ids ? [JSON.stringify(keysOf("v", ids))] : []),
  );
  return rows.map(toSavedSearch);
}

/** A folder that is gone later leaves a search that finds nothing; one that never was is a mistake. */
async function mailboxKey(reader: Reader, accountId: Id, id: Id | null): Promise<number | null> {
  if (id === null) return null;
  const sql = "select id from mailbox where account_id = ? and id = ?";
  const row = await reader.get<{ id: number }>(sql, accountKey(accountId), keyOf("m", id));
  if (row) return row.id;
  throw new SetFailure({
    type: "invalidProperties",
    properties: ["mailboxId"],
    description: "There is no such mailbox",
  });
}

/** @throws SetFailure overQuota, invalidProperties */
export async function insertSavedSearch(
  tx: Transactor,
  accountId: Id,
  { name, text, mailboxId }: Omit<SavedSearch, "id">,
): Promise<Id> {
  const account = accountKey(accountId);
  const count = await tx.get<{ n: number }>("select count(*) as n from saved_search where account_id = ?", account);
  if (count!.n >= MAX_SAVED_SEARCHES) {
    const description = `An account keeps at most ${MAX_SAVED_SEARCHES} searches`;
    throw new SetFailure({ type: "overQuota", description });
  }
  const mailbox = await mailboxKey(tx, accountId, mailboxId);
  // The account's counter never gives a number twice.
  const id = await tx.nextModSeq(accountId);
  await tx.run(
    "insert into saved_search (account_id, id, name, search, mailbox_id) values (?, ?, ?, ?, ?)",
    account,
    id,
    name,
    text,
    mailbox,
  );
  await logCreated(tx, accountId, "SavedSearch", id);
  return idOf("v", id);
}

/** @throws SetFailure invalidProperties */
export async function updateSavedSearch(
  tx: Transactor,
  accountId: Id,
  before: SavedSearch,
  { name, text, mailboxId }: SavedSearch,
): Promise<void> {
  const mailbox =
    mailboxId === before.mailboxId ? mailboxId && keyOf("m", mailboxId) : await mailboxKey(tx, accountId, mailboxId);
  await tx.run(
    "update saved_search set name = ?, search = ?, mailbox_id = ? where account_id = ? and id = ?",
    name,
    text,
    mailbox,
    accountKey(accountId),
    keyOf("v", before.id),
  );
  await logUpdated(tx, accountId, "SavedSearch", keyOf("v", before.id));
}

/** @throws SetFailure notFound */
export async function destroySavedSearch(tx: Transactor, accountId: Id, id: Id): Promise<void> {
  const sql = "delete from saved_search where account_id = ? and id = ?";
  const { changes } = await tx.run(sql, accountKey(accountId), keyOf("v", id));
  if (changes === 0) throw new SetFailure({ type: "notFound" });
  await logDestroyed(tx, accountId, "SavedSearch", keyOf("v", id));
}
