/** The category that the rules found for an Email, and people's corrections by sender. */
import { categoriesOf, type Category, type CategoryReason, DRAFT, type Id, type Keyword } from "@pismo/jmap";
import { getEmails } from "./emails.ts";
import { accountKey, idOf, keyOf } from "../db/ids.ts";
import { jsonText } from "../db/json-text.ts";
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

/** Records the rules' results and their reasons. */
export async function recordFindings(
  tx: Transactor,
  accountId: Id,
  findings: readonly (readonly [emailId: Id, finding: CategoryFinding])[],
): Promise<void> {
  await tx.runAll(
    "insert into email_category (account_id, email_id, found, reason, is_chosen) values (?, ?, ?, ?, 0)",
    findings.map(([emailId, { category, reason }]) => [
      accountKey(accountId),
      keyOf("e", emailId),
      category,
      JSON.stringify(reason),
    ]),
  );
}

/** The reason for the category in an Email's keywords, by its id; null where it is unknown. */
export async function reasonsOf(
  reader: Reader,
  accountId: Id,
  emails: readonly { id: Id; keywords: readonly Keyword[] }[],
): Promise<Map<Id, CategoryReason | null>> {
  const rows = await findingsOf(
    reader,
    accountId,
    emails.map(({ id }) => keyOf("e", id)),
  );
  return new Map(
    emails.map(({ id, keywords }) => {
      const [category = null] = categoriesOf(keywords);
      const row = rows.get(keyOf("e", id));
      if (row?.is_chosen) return [id, { kind: "person" }];
      const isFound = row !== undefined && row.reason !== null && row.found === category;
      return [id, isFound ? (JSON.parse(row.reason!) as CategoryReason) : null];
    }),
  );
}

/** A person's corrections for the Emails of these senders, in lower case. */
export async function correctionsFor(
  reader: Reader,
  accountId: Id,
  senders: readonly string[],
): Promise<Map<string, Category | null>> {
  const rows = await reader.all<{ sender: string; category: Category | null }>(
    "select sender, category from category_correction where account_id = ? and sender in text_list(?)",
    accountKey(accountId),
    jsonText(senders),
  );
  return new Map(rows.map(({ sender, category }) => [sender, category]));
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

/** An Email that a person changed. */
export interface KeywordChange {
  emailId: Id;
  before: readonly Keyword[];
  after: readonly Keyword[];
}

/**
 * A person gave Emails another category, or none: their senders' new Emails get the same. Returning to the category
 * that the rules found removes the correction.
 */
export async function learnCategories(tx: Transactor, accountId: Id, changes: readonly KeywordChange[]): Promise<void> {
  const choices = changes
    .map(({ emailId, before, after }) => {
      const [was = null] = categoriesOf(before);
      const [chosen = null] = categoriesOf(after);
      return { emailId, key: keyOf("e", emailId), was, chosen };
    })
    .filter(({ was, chosen }) => was !== chosen);
  if (choices.length === 0) return;
  const account = accountKey(accountId);
  const known = await findingsOf(
    tx,
    accountId,
    choices.map(({ key }) => key),
  );
  const learned = choices.map((choice) => {
    const row = known.get(choice.key) ?? { found: choice.was, reason: null, is_chosen: 0 };
    return { ...choice, row, isBack: row.is_chosen === 1 && choice.chosen === row.found };
  });
  await tx.runAll(
    `insert into email_category (account_id, email_id, found, reason, is_chosen) values (?, ?, ?, ?, ?)
     on conflict (email_id, account_id) do update set is_chosen = excluded.is_chosen`,
    learned.map(({ key, row, isBack }) => [account, key, row.found, row.reason, Number(!isBack)]),
  );
  const senders = await sendersToLearn(
    tx,
    accountId,
    learned.map(({ emailId }) => emailId),
  );
  /** By sender; undefined: the correction is removed. Of several choices the last one counts. */
  const corrections = new Map<string, Category | null | undefined>();
  for (const { emailId, row, isBack, chosen } of learned) {
    const sender = senders.get(emailId);
    if (sender === undefined) continue;
    const wasCorrected = row.reason !== null && (JSON.parse(row.reason) as CategoryReason).kind === "sender";
    corrections.set(sender, isBack && !wasCorrected ? undefined : chosen);
  }
  await tx.runAll(
    "delete from category_correction where account_id = ? and sender = ?",
    [...corrections].filter(([, category]) => category === undefined).map(([sender]) => [account, sender]),
  );
  await tx.runAll(
    `insert into category_correction (account_id, sender, category) values (?, ?, ?)
     on conflict (account_id, sender) do update set category = excluded.category`,
    [...corrections].flatMap(([sender, category]) => (category === undefined ? [] : [[account, sender, category]])),
  );
}

async function findingsOf(reader: Reader, accountId: Id, keys: readonly number[]): Promise<Map<number, Row>> {
  const rows = await reader.all<Row & { email_id: number }>(
    "select email_id, found, reason, is_chosen from email_category where email_id in key_list(?) and account_id = ?",
    JSON.stringify(keys),
    accountKey(accountId),
  );
  return new Map(rows.map((row) => [row.email_id, row]));
}

/** The senders that corrections apply to; without one's own messages. */
async function sendersToLearn(reader: Reader, accountId: Id, emailIds: readonly Id[]): Promise<Map<Id, string>> {
  const own = await ownAddresses(reader, accountId);
  const emails = await getEmails(reader, accountId, emailIds);
  return new Map(
    emails.flatMap(({ id, headers, keywords }): [Id, string][] => {
      const sender = headers.from?.[0]?.email.toLowerCase();
      return sender && !keywords.includes(DRAFT) && !own.has(sender) ? [[id, sender]] : [];
    }),
  );
}
