/** What was found about a letter's category, and the corrections that people made, by sender. */
import { categoriesOf, type Category, type CategoryReason, DRAFT, type Id, type Keyword } from "@pismo/jmap";
import type { EmailRecord } from "./emails.ts";
import { accountKey, idOf, keyOf } from "./ids.ts";
import type { Reader, Transactor } from "./reader.ts";

/** What a letter gets when it comes; with `category` null a correction says that it gets none. */
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

/** What the rules made of a letter, and why. */
export async function recordFinding(tx: Transactor, emailId: Id, { category, reason }: CategoryFinding): Promise<void> {
  await tx.run(
    "insert into email_category (email_id, found, reason, is_chosen) values (?, ?, ?, 0)",
    keyOf("e", emailId),
    category,
    JSON.stringify(reason),
  );
}

/** Why the letter has the category that its keywords say; null where that is not known. */
export async function reasonOf(reader: Reader, emailId: Id, category: Category | null): Promise<CategoryReason | null> {
  const row = await reader.get<Row>(selectRow, keyOf("e", emailId));
  if (!row) return null;
  if (row.is_chosen) return { kind: "person" };
  return row.reason !== null && row.found === category ? (JSON.parse(row.reason) as CategoryReason) : null;
}

/** What a person said about this sender's letters; undefined: nothing. */
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

/** Addresses whose letters are the person's own, in lower case. */
export async function ownAddresses(reader: Reader, accountId: Id): Promise<ReadonlySet<string>> {
  const key = accountKey(accountId);
  const rows = await reader.all<{ email: string }>(
    "select lower(email) as email from account where id = ? union select lower(email) from identity where account_id = ?",
    key,
    key,
  );
  return new Set(rows.map(({ email }) => email));
}

/** Mailboxes whose letters get no category: what is one's own, and what pretends. */
export async function uncategorizedMailboxes(reader: Reader, accountId: Id): Promise<ReadonlySet<Id>> {
  const rows = await reader.all<{ id: number }>(
    "select id from mailbox where account_id = ? and role in ('drafts', 'sent', 'junk')",
    accountKey(accountId),
  );
  return new Set(rows.map(({ id }) => idOf("m", id)));
}

/**
 * A person gave a letter another category, or none: from now on this sender's letters get the same. Going back to what
 * was found takes the correction back.
 */
export async function learnCategory(
  tx: Transactor,
  accountId: Id,
  email: EmailRecord,
  keywords: readonly Keyword[],
): Promise<void> {
  const [before = null] = categoriesOf(email.keywords);
  const [chosen = null] = categoriesOf(keywords);
  if (before === chosen) return;
  const key = keyOf("e", email.id);
  const row = (await tx.get<Row>(selectRow, key)) ?? { found: before, reason: null, is_chosen: 0 };
  const isBack = row.is_chosen === 1 && chosen === row.found;
  await tx.run(
    `insert into email_category (email_id, found, reason, is_chosen) values (?, ?, ?, ?)
     on conflict do update set is_chosen = excluded.is_chosen`,
    key,
    row.found,
    row.reason,
    Number(!isBack),
  );
  const sender = await senderToLearn(tx, accountId, email);
  if (sender === undefined) return;
  const wasCorrected = row.reason !== null && (JSON.parse(row.reason) as CategoryReason).kind === "sender";
  if (isBack && !wasCorrected) {
    await tx.run("delete from category_correction where account_id = ? and sender = ?", accountKey(accountId), sender);
  } else {
    await tx.run(
      `insert into category_correction (account_id, sender, category) values (?, ?, ?)
       on conflict do update set category = excluded.category`,
      accountKey(accountId),
      sender,
      chosen,
    );
  }
}

/** Whose letters the correction is about; undefined for what is one's own. */
async function senderToLearn(reader: Reader, accountId: Id, email: EmailRecord): Promise<string | undefined> {
  const sender = email.headers.from?.[0]?.email.toLowerCase();
  if (!sender || email.keywords.includes(DRAFT)) return undefined;
  return (await ownAddresses(reader, accountId)).has(sender) ? undefined : sender;
}
