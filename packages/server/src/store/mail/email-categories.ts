/** The category that the rules found for an Email, and people's corrections by sender. */
import { categoriesOf, type Category, type CategoryReason, DRAFT, type Id, type Keyword } from "@pismo/jmap";
import { getEmails } from "./emails.ts";
import { accountKey, idOf, keyOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";

/** The category of a new Email; `category` null: a correction says that it gets none. */
export interface CategoryFinding {
  category: Category | null;
  reason: CategoryReason;
}

interface Row {
  found: Category | null;
  reason: string | null;
  is_chosen: number;
}

const selectRow = "select found, reason, is_chosen from email_category where email_id = ?";

/** Records the rules' result and its reason. */
export async function recordFinding(tx: Transactor, emailId: Id, { category, reason }: CategoryFinding): Promise<void> {
  await tx.run(
    "insert into email_category (email_id, found, reason, is_chosen) values (?, ?, ?, 0)",
    keyOf("e", emailId),
    category,
    JSON.stringify(reason),
  );
}

/** The reason for the category in the Email's keywords; null where it is unknown. */
export async function reasonOf(reader: Reader, emailId: Id, category: Category | null): Promise<CategoryReason | null> {
  const row = await reader.get<Row>(selectRow, keyOf("e", emailId));
  if (!row) return null;
  if (row.is_chosen) return { kind: "person" };
  return row.reason !== null && row.found === category ? (JSON.parse(row.reason) as CategoryReason) : null;
}

/** A person's correction for this sender's Emails; undefined: there is none. */
export async function correctionFor(
  reader: Reader,
  accountId: Id,
  sender: string,
): Promise<{ category: Category | null } | undefined> {
  return reader.get<{ category: Category | null }>(
    "select category from category_correction where account_id = ? and sender = ?",
    accountKey(accountId),
    sender.toLowerCase(),
  );
}

/** The person's own addresses, in lower case. */
export async function ownAddresses(reader: Reader, accountId: Id): Promise<ReadonlySet<string>> {
  const key = accountKey(accountId);
  const rows = await reader.all<{ email: string }>(
    "select lower(coalesce(shared_address, email)) as email from account where id = ? union select lower(email) from identity where account_id = ?",
    key,
    key,
  );
  return new Set(rows.map(({ email }) => email));
}

/** Mailboxes whose Emails get no category: one's own messages, and spam. */
export async function uncategorizedMailboxes(reader: Reader, accountId: Id): Promise<ReadonlySet<Id>> {
  const rows = await reader.all<{ id: number }>(
    "select id from mailbox where account_id = ? and role in ('drafts', 'sent', 'junk')",
    accountKey(accountId),
  );
  return new Set(rows.map(({ id }) => idOf("m", id)));
}

/**
 * A person gave an Email another category, or none: this sender's new Emails get the same. Returning to the category
 * that the rules found removes the correction.
 */
export async function learnCategory(
  tx: Transactor,
  accountId: Id,
  emailId: Id,
  keywords: { before: readonly Keyword[]; after: readonly Keyword[] },
): Promise<void> {
  const [before = null] = categoriesOf(keywords.before);
  const [chosen = null] = categoriesOf(keywords.after);
  if (before === chosen) return;
  const key = keyOf("e", emailId);
  const row = (await tx.get<Row>(selectRow, key)) ?? { found: before, reason: null, is_chosen: 0 };
  const isBack = row.is_chosen === 1 && chosen === row.found;
  await tx.run(
    `insert into email_category (email_id, found, reason, is_chosen) values (?, ?, ?, ?)
     on conflict (email_id) do update set is_chosen = excluded.is_chosen`,
    key,
    row.found,
    row.reason,
    Number(!isBack),
  );
  const sender = await senderToLearn(tx, accountId, emailId);
  if (sender === undefined) return;
  const wasCorrected = row.reason !== null && (JSON.parse(row.reason) as CategoryReason).kind === "sender";
  if (isBack && !wasCorrected) {
    await tx.run("delete from category_correction where account_id = ? and sender = ?", accountKey(accountId), sender);
  } else {
    await tx.run(
      `insert into category_correction (account_id, sender, category) values (?, ?, ?)
       on conflict (account_id, sender) do update set category = excluded.category`,
      accountKey(accountId),
      sender,
      chosen,
    );
  }
}

/** The sender that the correction applies to; undefined for one's own messages. */
async function senderToLearn(reader: Reader, accountId: Id, emailId: Id): Promise<string | undefined> {
  const [email] = await getEmails(reader, accountId, [emailId]);
  const sender = email?.headers.from?.[0]?.email.toLowerCase();
  if (!sender || email?.keywords.includes(DRAFT)) return undefined;
  return (await ownAddresses(reader, accountId)).has(sender) ? undefined : sender;
}
