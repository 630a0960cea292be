/**
 * How many Emails a label has, kept in the transaction that changes an Email. They are counted by the mailboxes that the
 * Emails are in, so that what is the trash or the spam may change without a count.
 */
import { type Id, isLabelKeyword, type Keyword } from "@pismo/jmap";
import { logCounts } from "../db/changes.ts";
import { accountKey } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

interface CountedEmail {
  mailboxKeys: readonly number[];
  labels: readonly Keyword[];
  isUnread: boolean;
}

interface Count {
  keyword: Keyword;
  /** Keys of mailboxes in ascending order, with commas. */
  mailboxes: string;
  emails: number;
  unread: number;
}

class Counts {
  readonly all = new Map<string, Count>();

  add({ mailboxKeys, labels, isUnread }: CountedEmail, sign: 1 | -1): void {
    if (labels.length === 0) return;
    const mailboxes = mailboxKeys.toSorted((a, b) => a - b).join(",");
    for (const keyword of labels) {
      const key = `${keyword} ${mailboxes}`;
      const count = this.all.get(key) ?? { keyword, mailboxes, emails: 0, unread: 0 };
      this.all.set(key, count);
      count.emails += sign;
      count.unread += sign * Number(isUnread);
    }
  }
}

async function logLabels(tx: Transactor, accountId: Id, keywords: ReadonlySet<Keyword>): Promise<void> {
  if (keywords.size === 0) return;
  const rows = await tx.all<{ id: number }>(
    "select id from label where account_id = ? and keyword in text_list(?) order by id",
    accountKey(accountId),
    JSON.stringify([...keywords]),
  );
  await logCounts(tx, accountId, "Label", ...rows.map(({ id }) => id));
}

/** Emails changed from `before` to `after`; null: one did not exist, or was destroyed. */
export async function moveLabelCounts(
  tx: Transactor,
  accountId: Id,
  moves: readonly { before: CountedEmail | null; after: CountedEmail | null }[],
): Promise<void> {
  const counts = new Counts();
  for (const { before, after } of moves) {
    if (before) counts.add(before, -1);
    if (after) counts.add(after, 1);
  }
  const changed = [...counts.all.values()].filter(({ emails, unread }) => emails !== 0 || unread !== 0);
  if (changed.length === 0) return;
  await addCounts(tx, accountId, changed);
  await logLabels(tx, accountId, new Set(changed.map(({ keyword }) => keyword)));
}

async function addCounts(tx: Transactor, accountId: Id, counts: readonly Count[]): Promise<void> {
  const account = accountKey(accountId);
  await tx.runAll(
    `insert into label_count (account_id, keyword, mailboxes, total_emails, unread_emails) values (?, ?, ?, ?, ?)
     on conflict (account_id, keyword, mailboxes) do update set
       total_emails = label_count.total_emails + excluded.total_emails,
       unread_emails = label_count.unread_emails + excluded.unread_emails`,
    counts.map(({ keyword, mailboxes, emails, unread }) => [account, keyword, mailboxes, emails, unread]),
  );
  await tx.run("delete from label_count where account_id = ? and total_emails = 0", account);
}

/** Computes all counts of an account again. */
export async function recountLabels(tx: Transactor, accountId: Id): Promise<void> {
  const account = accountKey(accountId);
  await tx.run("delete from label_count where account_id = ?", account);
  const keywords = await tx.all<{ keyword: Keyword }>(
    "select distinct keyword from email_keyword where account_id = ?",
    account,
  );
  const counted = new Set(keywords.map(({ keyword }) => keyword).filter(isLabelKeyword));
  for (const keyword of counted) {
    const rows = await tx.all<{ mailboxes: string; emails: number; unread: number }>(
      `select mailboxes, count(*) as emails, sum(unread) as unread from (
         select cast((select json_group_array(m.mailbox_id) from email_mailbox m where m.email_id = k.email_id and m.account_id = k.account_id) as text) as mailboxes,
           (case when exists (select 1 from email_keyword s where s.email_id = k.email_id and +s.account_id = k.account_id and s.keyword in ('$seen', '$draft'))
             then 0 else 1 end) as unread
         from email_keyword k where k.account_id = ? and k.keyword = ?) as labelled group by mailboxes`,
      account,
      keyword,
    );
    const counts = new Map<string, Count>();
    for (const { mailboxes: json, emails, unread } of rows) {
      const mailboxes = (JSON.parse(json) as number[]).toSorted((a, b) => a - b).join(",");
      const count = counts.get(mailboxes) ?? { keyword, mailboxes, emails: 0, unread: 0 };
      counts.set(mailboxes, { ...count, emails: count.emails + emails, unread: count.unread + unread });
    }
    await addCounts(tx, accountId, [...counts.values()]);
  }
  await logLabels(tx, accountId, counted);
}

/** By keyword, without the Emails that are in the trash or the spam alone. */
export async function countsOf(
  reader: Reader,
  accountId: Id,
): Promise<ReadonlyMap<Keyword, { totalEmails: number; unreadEmails: number }>> {
  const account = accountKey(accountId);
  const hidden = await reader.all<{ id: number }>(
    "select id from mailbox where account_id = ? and role in ('trash', 'junk')",
    account,
  );
  const isHidden = new Set(hidden.map(({ id }) => String(id)));
  const rows = await reader.all<{ keyword: Keyword; mailboxes: string; total_emails: number; unread_emails: number }>(
    `select c.keyword, c.mailboxes, c.total_emails, c.unread_emails from label_count c
     join label l on l.account_id = c.account_id and l.keyword = c.keyword where c.account_id = ?`,
    account,
  );
  const counts = new Map<Keyword, { totalEmails: number; unreadEmails: number }>();
  for (const { keyword, mailboxes, total_emails, unread_emails } of rows) {
    if (mailboxes.split(",").every((key) => isHidden.has(key))) continue;
    const { totalEmails, unreadEmails } = counts.get(keyword) ?? { totalEmails: 0, unreadEmails: 0 };
    counts.set(keyword, { totalEmails: totalEmails + total_emails, unreadEmails: unreadEmails + unread_emails });
  }
  return counts;
}
