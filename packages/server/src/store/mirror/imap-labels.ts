/** Accounts whose server has labels as folders: one message is in several of them, and has one id. */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf, keyOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

/** Mailboxes that are not labels; null: the server does not show that folder. */
export interface LabelFolders {
  /** All messages except those in the other two. */
  all: Id | null;
  trash: Id | null;
  junk: Id | null;
}

/** undefined: the account's server has no labels. */
export async function getLabelFolders(reader: Reader, accountId: Id): Promise<LabelFolders | undefined> {
  const sql = "select labels from imap_account where account_id = ?";
  const row = await reader.get<{ labels: string | null }>(sql, accountKey(accountId));
  return row?.labels ? (JSON.parse(row.labels) as LabelFolders) : undefined;
}

/** @param folders undefined: the server has no labels */
export async function setLabelFolders(tx: Transactor, accountId: Id, folders: LabelFolders | undefined): Promise<void> {
  const labels = folders ? JSON.stringify(folders) : null;
  await tx.run("update imap_account set labels = ? where account_id = ?", labels, accountKey(accountId));
}

/** Records the server's id of an Email. */
export async function noteServerId(tx: Transactor, accountId: Id, serverId: string, emailId: Id): Promise<void> {
  await tx.run(
    "insert into imap_letter (account_id, server_id, email_id) values (?, ?, ?) on conflict (account_id, server_id) do update set email_id = excluded.email_id",
    accountKey(accountId),
    serverId,
    keyOf("e", emailId),
  );
}

/** The Email with the server's id, while the server has a known copy. */
export async function findByServerId(reader: Reader, accountId: Id, serverId: string): Promise<Id | undefined> {
  const row = await reader.get<{ email_id: number }>(
    `select email_id from imap_letter l where account_id = ? and server_id = ?
       and (exists (select 1 from imap_message m where m.email_id = l.email_id and m.account_id = l.account_id)
         or exists (select 1 from imap_unplaced u where u.email_id = l.email_id and +u.account_id = l.account_id))`,
    accountKey(accountId),
    serverId,
  );
  return row && idOf("e", row.email_id);
}

/** An Email with this fingerprint in another mailbox, without a known server id. */
export async function findWithoutServerId(
  reader: Reader,
  accountId: Id,
  fingerprint: string,
  mailboxId: Id,
): Promise<Id | undefined> {
  const row = await reader.get<{ email_id: number }>(
    `select m.email_id from imap_message m join imap_folder f on f.mailbox_id = m.mailbox_id and f.account_id = m.account_id
     where m.mark = ? and f.account_id = ? and m.mailbox_id <> ?
       and not exists (select 1 from imap_letter l where l.email_id = m.email_id and +l.account_id = f.account_id)
     limit 1`,
    fingerprint,
    accountKey(accountId),
    keyOf("m", mailboxId),
  );
  return row && idOf("e", row.email_id);
}
