/** Accounts whose server has labels for folders: one letter is in several of them, and has one id. */
import type { Id } from "@pismo/jmap";
import { accountKey, idOf, keyOf } from "./ids.ts";
import type { Reader, Transactor } from "./reader.ts";

/** Mailboxes that are no labels; null: the server does not show that folder. */
export interface LabelFolders {
  /** Everything but what is in the other two. */
  all: Id | null;
  trash: Id | null;
  junk: Id | null;
}

/** undefined: the account's folders are folders. */
export async function getLabelFolders(reader: Reader, accountId: Id): Promise<LabelFolders | undefined> {
  const sql = "select labels from imap_account where account_id = ?";
  const row = await reader.get<{ labels: string | null }>(sql, accountKey(accountId));
  return row?.labels ? (JSON.parse(row.labels) as LabelFolders) : undefined;
}

/** undefined: the server knows no labels. */
export async function setLabelFolders(tx: Transactor, accountId: Id, folders: LabelFolders | undefined): Promise<void> {
  const labels = folders ? JSON.stringify(folders) : null;
  await tx.run("update imap_account set labels = ? where account_id = ?", labels, accountKey(accountId));
}

/** Remembers which letter has an id of the server's. */
export async function noteServerId(tx: Transactor, accountId: Id, serverId: string, emailId: Id): Promise<void> {
  await tx.run(
    "insert or replace into imap_letter (account_id, server_id, email_id) values (?, ?, ?)",
    accountKey(accountId),
    serverId,
    keyOf("e", emailId),
  );
}

/** The letter with the server's id, while the server has a copy that we know of. */
export async function findByServerId(reader: Reader, accountId: Id, serverId: string): Promise<Id | undefined> {
  const row = await reader.get<{ email_id: number }>(
    `select email_id from imap_letter l where account_id = ? and server_id = ?
       and (exists (select 1 from imap_message m where m.email_id = l.email_id)
         or exists (select 1 from imap_unplaced u where u.email_id = l.email_id))`,
    accountKey(accountId),
    serverId,
  );
  return row && idOf("e", row.email_id);
}

/** A letter with this mark (mark.ts) in another mailbox, of which we do not know the server's id yet. */
export async function findWithoutServerId(
  reader: Reader,
  accountId: Id,
  mark: string,
  mailboxId: Id,
): Promise<Id | undefined> {
  const row = await reader.get<{ email_id: number }>(
    `select m.email_id from imap_message m join imap_folder f on f.mailbox_id = m.mailbox_id
     where m.mark = ? and f.account_id = ? and m.mailbox_id <> ?
       and not exists (select 1 from imap_letter l where l.email_id = m.email_id)
     limit 1`,
    mark,
    accountKey(accountId),
    keyOf("m", mailboxId),
  );
  return row && idOf("e", row.email_id);
}
