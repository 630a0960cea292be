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
export async function getSavedSearches(
  reader: Reader,
  accountId: Id,
  ids: readonly Id[] | null,
): Promise<SavedSearch[]> {
  const rows = await reader.all<Row>(
    `select id, name, search, mailbox_id from saved_search where account_id = ? ${ids ? "and id in key_list(?)" : ""} order by id`,
    accountKey(accountId),
    ...(ids ? [JSON.stringify(keysOf("v", ids))] : []),
  );
  return rows.map(toSavedSearch);
}

/** A folder that is gone later leaves a search that finds nothing; one that never was is a mistake. */
export type AssertMailbox = (mailboxId: Id | null) => void;

/** @returns throws SetFailure invalidProperties */
export async function mailboxCheck(reader: Reader, accountId: Id): Promise<AssertMailbox> {
  const rows = await reader.all<{ id: number }>("select id from mailbox where account_id = ?", accountKey(accountId));
  const known = new Set(rows.map(({ id }) => idOf("m", id)));
  return (id) => {
    if (id === null || known.has(id)) return;
    throw new SetFailure({
      type: "invalidProperties",
      properties: ["mailboxId"],
      description: "There is no such mailbox",
    });
  };
}

/** Takes room for one more search. @throws SetFailure overQuota */
export async function roomForSearches(reader: Reader, accountId: Id): Promise<() => void> {
  const sql = "select count(*) as n from saved_search where account_id = ?";
  let { n } = (await reader.get<{ n: number }>(sql, accountKey(accountId)))!;
  return () => {
    if (n++ < MAX_SAVED_SEARCHES) return;
    const description = `An account keeps at most ${MAX_SAVED_SEARCHES} searches`;
    throw new SetFailure({ type: "overQuota", description });
  };
}

const mailboxKey = (id: Id | null): number | null => (id === null ? null : keyOf("m", id));

export async function insertSavedSearches(
  tx: Transactor,
  accountId: Id,
  searches: readonly Omit<SavedSearch, "id">[],
): Promise<Id[]> {
  // The account's counter never gives a number twice.
  const first = await tx.nextModSeq(accountId, searches.length);
  await tx.runAll(
    "insert into saved_search (account_id, id, name, search, mailbox_id) values (?, ?, ?, ?, ?)",
    searches.map(({ name, text, mailboxId }, index) => [
      accountKey(accountId),
      first + index,
      name,
      text,
      mailboxKey(mailboxId),
    ]),
  );
  const keys = searches.map((_, index) => first + index);
  await logCreated(tx, accountId, "SavedSearch", ...keys);
  return keys.map((key) => idOf("v", key));
}

export async function storeSavedSearches(
  tx: Transactor,
  accountId: Id,
  searches: readonly SavedSearch[],
): Promise<void> {
  await tx.runAll(
    "update saved_search set name = ?, search = ?, mailbox_id = cast(? as bigint) where account_id = ? and id = ?",
    searches.map(({ id, name, text, mailboxId }) => [
      name,
      text,
      mailboxKey(mailboxId),
      accountKey(accountId),
      keyOf("v", id),
    ]),
  );
  const ids = searches.map(({ id }) => id);
  await logUpdated(tx, accountId, "SavedSearch", ...keysOf("v", ids));
}

/** @returns the ids of those that were there */
export async function destroySavedSearches(
  tx: Transactor,
  accountId: Id,
  ids: readonly Id[],
): Promise<ReadonlySet<Id>> {
  const rows = await tx.all<{ id: number }>(
    "delete from saved_search where account_id = ? and id in key_list(?) returning id",
    accountKey(accountId),
    JSON.stringify(keysOf("v", ids)),
  );
  const keys = rows.map(({ id }) => id);
  await logDestroyed(tx, accountId, "SavedSearch", ...keys);
  return new Set(keys.map((key) => idOf("v", key)));
}
