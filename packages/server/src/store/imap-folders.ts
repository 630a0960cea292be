/** Mailboxes and the server's folders that they mirror, with how far each is known. */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf, keyOf } from "./ids.ts";
import type { Reader, SqlValue, Transactor } from "./reader.ts";

export interface ImapFolder {
  mailboxId: Id;
  /** As the server says it, decoded. */
  path: string;
  /** The mailbox's name and parent when both sides were last the same. */
  baseName: string;
  baseParentId: Id | null;
  isSelectable: boolean;
  /** null: it was never opened. */
  uidValidity: string | null;
  /** Letters from this uid on are new. */
  uidNext: number;
  highestModseq: string | null;
  /** Letters below this uid are still to be fetched; 1: none. */
  backfillUid: number;
  /** It was first opened when others had been: letters that are missing elsewhere may be below `backfillUid`. */
  isLate: boolean;
  /** Letters that the server counted last, and how many of those are not to be shown. */
  total: number;
  surplus: number;
  /** Flags that it keeps; "\\*" for any. */
  permanentFlags: string[];
  /** The server has it no longer. */
  isGone: boolean;
}

interface Row {
  mailbox_id: number;
  path: string;
  base_name: string;
  base_parent_id: number | null;
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

/** All folders of an account, also those that are gone from the server. */
export async function listFolders(reader: Reader, accountId: Id): Promise<ImapFolder[]> {
  const sql = "select * from imap_folder where account_id = ? order by mailbox_id";
  return (await reader.all<Row>(sql, accountKey(accountId))).map(toFolder);
}

/** undefined: the mailbox is not on the server. */
export async function getFolder(reader: Reader, mailboxId: Id): Promise<ImapFolder | undefined> {
  const row = await reader.get<Row>("select * from imap_folder where mailbox_id = ?", keyOf("m", mailboxId));
  return row && toFolder(row);
}

export type NewFolder = Pick<ImapFolder, "mailboxId" | "path" | "baseName" | "baseParentId" | "isSelectable">;

/** The mailbox is this folder of the server from now on. */
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

/** What is not named in `changes` stays. */
export async function updateFolder(tx: Transactor, mailboxId: Id, changes: Changes): Promise<void> {
  const columns = columnsOf(changes);
  if (columns.length === 0) return;
  await tx.run(
    `update imap_folder set ${columns.map(([name]) => `${name} = ?`).join(", ")} where mailbox_id = ?`,
    ...columns.map(([, value]) => value),
    keyOf("m", mailboxId),
  );
}

/** Forgets the folder and where letters lie in it. */
export async function removeFolder(tx: Transactor, mailboxId: Id): Promise<void> {
  await tx.run("delete from imap_message where mailbox_id = ?", keyOf("m", mailboxId));
  await tx.run("delete from imap_folder where mailbox_id = ?", keyOf("m", mailboxId));
}
