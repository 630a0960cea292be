/** Mailboxes and the server's folders that they mirror, with the sync state of each. */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf, keyOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import type { SqlValue } from "../db/sql-fragment.ts";

export interface ImapFolder {
  mailboxId: Id;
  /** As the server reports it, decoded. */
  path: string;
  /** The mailbox's name and parent when both sides last agreed. */
  baseName: string;
  baseParentId: Id | null;
  /** Whether the folder was subscribed when both sides last agreed; null: unknown. */
  baseSubscribed: boolean | null;
  isSelectable: boolean;
  /** null: it was never opened. */
  uidValidity: string | null;
  /** Messages from this UID on are new. */
  uidNext: number;
  highestModseq: string | null;
  /** Messages below this UID are still to be fetched; 1: none. */
  backfillUid: number;
  /** It was first opened after others: messages that vanished elsewhere may be below `backfillUid`. */
  isLate: boolean;
  /** The server's last count of messages (UNKNOWN_TOTAL: unknown), and how many of them are not shown. */
  total: number;
  surplus: number;
  /** Flags that the folder stores; "\\*" for any. */
  permanentFlags: string[];
  /** The folder was deleted on the server. */
  isGone: boolean;
}

/** No count of a server equals it: the folder's UIDs are to be listed again. */
export const UNKNOWN_TOTAL = -1;

interface Row {
  mailbox_id: number;
  path: string;
  base_name: string;
  base_parent_id: number | null;
  base_subscribed: number | null;
  is_selectable: number;
  uid_validity: string | null;
  uid_next: number;
  highest_modseq: string | null;
  backfill_uid: number;
  is_late: number;
  total: number;
  surplus: number;
  permanent_flags: string;
  is_gone: number;
}

const toFolder = (row: Row): ImapFolder => ({
  mailboxId: idOf("m", row.mailbox_id),
  path: row.path,
  baseName: row.base_name,
  baseParentId: row.base_parent_id === null ? null : idOf("m", row.base_parent_id),
  baseSubscribed: row.base_subscribed === null ? null : row.base_subscribed === 1,
  isSelectable: row.is_selectable === 1,
  uidValidity: row.uid_validity,
  uidNext: row.uid_next,
  highestModseq: row.highest_modseq,
  backfillUid: row.backfill_uid,
  isLate: row.is_late === 1,
  total: row.total,
  surplus: row.surplus,
  permanentFlags: JSON.parse(row.permanent_flags) as string[],
  isGone: row.is_gone === 1,
});

const toColumns: { [K in Exclude<keyof ImapFolder, "mailboxId">]: (value: ImapFolder[K]) => [string, SqlValue] } = {
  path: (value) => ["path", value],
  baseName: (value) => ["base_name", value],
  baseParentId: (value) => ["base_parent_id", value === null ? null : keyOf("m", value)],
  baseSubscribed: (value) => ["base_subscribed", value === null ? null : Number(value)],
  isSelectable: (value) => ["is_selectable", Number(value)],
  uidValidity: (value) => ["uid_validity", value],
  uidNext: (value) => ["uid_next", value],
  highestModseq: (value) => ["highest_modseq", value],
  backfillUid: (value) => ["backfill_uid", value],
  isLate: (value) => ["is_late", Number(value)],
  total: (value) => ["total", value],
  surplus: (value) => ["surplus", value],
  permanentFlags: (value) => ["permanent_flags", JSON.stringify(value)],
  isGone: (value) => ["is_gone", Number(value)],
};

type Changes = Partial<Omit<ImapFolder, "mailboxId">>;

const columnsOf = (changes: Changes): [string, SqlValue][] =>
  Object.entries(changes).map(([property, value]) =>
    (toColumns[property as keyof Changes] as (value: unknown) => [string, SqlValue])(value),
  );

/** All folders of an account, including those deleted on the server. */
export async function listFolders(reader: Reader, accountId: Id): Promise<ImapFolder[]> {
  const sql = "select * from imap_folder where account_id = ? order by mailbox_id";
  return (await reader.all<Row>(sql, accountKey(accountId))).map(toFolder);
}

/** Folders with messages still to be fetched, INBOX first. @param only "late": those first opened after others */
export async function listUnfetched(reader: Reader, accountId: Id, only: "late" | "all" = "all"): Promise<Id[]> {
  const rows = await reader.all<{ mailbox_id: number }>(
    `select mailbox_id from imap_folder
     where account_id = ? and backfill_uid > 1 and is_selectable = 1 and is_gone = 0 and (is_late = 1 or ? = 1)
     order by upper(path) <> 'INBOX', mailbox_id`,
    accountKey(accountId),
    Number(only === "all"),
  );
  return rows.map(({ mailbox_id }) => idOf("m", mailbox_id));
}

/** undefined: the mailbox is not on the server. */
export async function getFolder(reader: Reader, accountId: Id, mailboxId: Id): Promise<ImapFolder | undefined> {
  const row = await reader.get<Row>(
    "select * from imap_folder where mailbox_id = ? and account_id = ?",
    keyOf("m", mailboxId),
    accountKey(accountId),
  );
  return row && toFolder(row);
}

/** The keys of those of these mailboxes that are on the server. */
export async function mailboxesWithFolder(
  reader: Reader,
  accountId: Id,
  mailboxKeys: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await reader.all<{ mailbox_id: number }>(
    "select mailbox_id from imap_folder where account_id = ? and mailbox_id in key_list(?)",
    accountKey(accountId),
    JSON.stringify(mailboxKeys),
  );
  return new Set(rows.map(({ mailbox_id }) => mailbox_id));
}

export type NewFolder = Pick<
  ImapFolder,
  "mailboxId" | "path" | "baseName" | "baseParentId" | "baseSubscribed" | "isSelectable"
>;

/** Maps a mailbox to a folder of the server. */
export async function insertFolder(tx: Transactor, accountId: Id, { mailboxId, ...folder }: NewFolder): Promise<void> {
  const columns = columnsOf(folder);
  await tx.run(
    `insert into imap_folder (account_id, mailbox_id, ${columns.map(([name]) => name).join(", ")})
     values (?, ?, ${columns.map(() => "?").join(", ")})`,
    accountKey(accountId),
    keyOf("m", mailboxId),
    ...columns.map(([, value]) => value),
  );
}

export async function updateFolder(tx: Transactor, accountId: Id, mailboxId: Id, changes: Changes): Promise<void> {
  const columns = columnsOf(changes);
  if (columns.length === 0) return;
  await tx.run(
    `update imap_folder set ${columns.map(([name]) => `${name} = ?`).join(", ")} where mailbox_id = ? and account_id = ?`,
    ...columns.map(([, value]) => value),
    keyOf("m", mailboxId),
    accountKey(accountId),
  );
}

/** Deletes the folder and its copies. */
export async function removeFolder(tx: Transactor, accountId: Id, mailboxId: Id): Promise<void> {
  const key = keyOf("m", mailboxId);
  const account = accountKey(accountId);
  await tx.run("delete from imap_message where mailbox_id = ? and account_id = ?", key, account);
  await tx.run("delete from imap_folder where mailbox_id = ? and account_id = ?", key, account);
}

/**
 * Counts messages that the server has reported and that are unknown here.
 * @param mailboxId left out: all of the account
 */
export async function countUnknown(reader: Reader, accountId: Id, mailboxId?: Id): Promise<number> {
  const row = await reader.get<{ n: number }>(
    `select coalesce(sum(greatest(0, total - surplus - held)), 0) as n from imap_folder
     where account_id = ?1 and is_gone = 0 and (cast(?2 as bigint) is null or mailbox_id = ?2)`,
    accountKey(accountId),
    mailboxId === undefined ? null : keyOf("m", mailboxId),
  );
  return row!.n;
}
