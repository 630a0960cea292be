/** The letters of mailing lists and bulk senders: rows that triggers count (migrations/0065-newsletters.ts). */
import { createHash } from "node:crypto";
import { type Id, SEEN } from "@pismo/jmap";
import type { MailingList } from "../../mime/headers/mailing-list.ts";
import { accountKey } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { fold } from "../search/fold.ts";

export interface ListedEmail {
  key: number;
  receivedAt: number;
  list: MailingList;
}

const MAX_NAME_KEY = 100;
/** Octets of the hash: as many as an id has digits for. */
const KEY_BYTES = 6;

/** The same for one list in every account and after every rebuild. */
const newsletterKey = ({ key }: MailingList): number =>
  createHash("sha256").update(key).digest().readUIntBE(0, KEY_BYTES) || 1;

/** SQL: what a row says of its letter. */
export const isListed = `(case when exists (select 1 from email_mailbox m join mailbox b on b.id = m.mailbox_id and b.account_id = m.account_id
  where m.email_id = newsletter_email.email_id and m.account_id = newsletter_email.account_id
    and coalesce(b.role, '') not in ('junk', 'trash', 'sent', 'drafts')) then 1 else 0 end)`;
export const isOpened = `(case when exists (select 1 from email_keyword k where k.email_id = newsletter_email.email_id
  and +k.account_id = newsletter_email.account_id and k.keyword = '${SEEN}') then 1 else 0 end)`;

/** For Emails that have no row yet, after their memberships. */
export async function insertNewsletterEmails(
  tx: Transactor,
  accountId: Id,
  emails: readonly ListedEmail[],
): Promise<void> {
  if (emails.length === 0) return;
  const account = accountKey(accountId);
  await nameNewsletters(tx, accountId, emails);
  await tx.runAll(
    `insert into newsletter_email (account_id, email_id, newsletter_id, received_at, is_listed, is_opened)
     values (?, ?, ?, ?, 0, 0)`,
    emails.map(({ key, list, receivedAt }) => [account, key, newsletterKey(list), receivedAt]),
  );
  await refreshNewsletterEmails(
    tx,
    accountId,
    emails.map(({ key }) => key),
  );
}

/** What the search for a list looks through, as the list's header has it: `Phrase <id>`. */
const searchKey = ({ listId, phrase, name }: MailingList): string | null =>
  listId === null ? null : fold(`${phrase} <${listId}> ${name}`).trim();

/** The newest letter says what it is called. For letters that have a row, or get one. */
export async function nameNewsletters(tx: Transactor, accountId: Id, emails: readonly ListedEmail[]): Promise<void> {
  if (emails.length === 0) return;
  const account = accountKey(accountId);
  const newest = new Map<number, ListedEmail>();
  for (const email of emails) {
    const newsletter = newsletterKey(email.list);
    const known = newest.get(newsletter);
    if (!known || email.receivedAt >= known.receivedAt) newest.set(newsletter, email);
  }
  await tx.runAll(
    `insert into newsletter (account_id, id, list_key, list_id, name, name_key, address, has_unsubscribe, search_key, named_at, emails, opened, newest_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0)
     on conflict (account_id, id) do update set name = excluded.name, name_key = excluded.name_key,
       address = excluded.address, has_unsubscribe = excluded.has_unsubscribe, search_key = excluded.search_key,
       named_at = excluded.named_at
     where newsletter.named_at <= excluded.named_at`,
    [...newest].map(([newsletter, { receivedAt, list }]) => {
      const { key, listId, name, address, hasUnsubscribe } = list;
      const nameKey = fold(name).trim().slice(0, MAX_NAME_KEY);
      const unsubscribe = Number(hasUnsubscribe);
      return [account, newsletter, key, listId, name, nameKey, address, unsubscribe, searchKey(list), receivedAt];
    }),
  );
}

/** Their mailboxes or keywords have changed. */
export async function refreshNewsletterEmails(
  tx: Transactor,
  accountId: Id,
  emailKeys: readonly number[],
): Promise<void> {
  if (emailKeys.length === 0) return;
  await tx.run(
    `update newsletter_email set is_listed = ${isListed}, is_opened = ${isOpened}
     where email_id in key_list(?) and account_id = ? and (is_listed <> ${isListed} or is_opened <> ${isOpened})`,
    JSON.stringify(emailKeys),
    accountKey(accountId),
  );
}

/** Its message was read again. @param list null: it is of none */
export async function rewriteNewsletterEmail(
  tx: Transactor,
  accountId: Id,
  { key, receivedAt, list }: Omit<ListedEmail, "list"> & { list: MailingList | null },
): Promise<void> {
  const account = accountKey(accountId);
  const before = await tx.get<{ newsletter_id: number }>(
    "select newsletter_id from newsletter_email where email_id = ? and account_id = ?",
    key,
    account,
  );
  if (before?.newsletter_id === (list ? newsletterKey(list) : undefined)) return;
  if (before) await tx.run("delete from newsletter_email where email_id = ? and account_id = ?", key, account);
  if (list) await insertNewsletterEmails(tx, accountId, [{ key, receivedAt, list }]);
}

/** Whether the account has a letter of the list that neither lies in spam or trash nor waits for its sender to be let in. */
export async function hasLettersOf(reader: Reader, accountId: Id, list: MailingList): Promise<boolean> {
  const row = await reader.get(
    `select 1 from newsletter_email n where n.account_id = ? and n.newsletter_id = ? and n.is_listed = 1 and not exists
       (select 1 from screened_email s where s.email_id = n.email_id and s.account_id = n.account_id and s.is_waiting = 1)
     limit 1`,
    accountKey(accountId),
    newsletterKey(list),
  );
  return row !== undefined;
}
