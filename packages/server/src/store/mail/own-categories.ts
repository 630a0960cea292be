/**
 * Categories that are found for letters which were at their mail server before the account came here. Their keyword is
 * like any other to clients, and stays on our side: opening an account must not write to thousands of old letters.
 */
import { categoriesOf, type Category, categoryKeyword, type Id, type Keyword } from "@pismo/jmap";
import { accountKey, keyOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { finishJob, hasJob } from "../mirror/outbound-jobs.ts";
import type { CategoryFinding } from "./email-categories.ts";
import { getMemberships } from "./email-memberships.ts";
import { updateEmails } from "./emails.ts";

export interface OwnCategory extends CategoryFinding {
  emailId: Id;
  category: Category;
}

/** Letters that have a category by now, or are gone, are left out. */
export async function assignOwnCategories(tx: Transactor, accountId: Id, found: readonly OwnCategory[]): Promise<void> {
  const known = await getMemberships(
    tx,
    accountId,
    found.map(({ emailId }) => emailId),
  );
  const open = found.filter(({ emailId }) => {
    const letter = known.get(emailId);
    return letter !== undefined && categoriesOf(letter.keywords).length === 0;
  });
  await tx.runAll(
    `insert into email_category (account_id, email_id, found, reason, is_chosen, is_own) values (?, ?, ?, ?, 0, 1)
     on conflict do nothing`,
    open.map(({ emailId, category, reason }) => [
      accountKey(accountId),
      keyOf("e", emailId),
      category,
      JSON.stringify(reason),
    ]),
  );
  const idle: Id[] = [];
  for (const { emailId } of open) if (!(await hasJob(tx, accountId, "Email", emailId))) idle.push(emailId);
  await updateEmails(
    tx,
    accountId,
    open.map(({ emailId, category }) => {
      const letter = known.get(emailId)!;
      return { id: emailId, keywords: [...letter.keywords, categoryKeyword(category)], known: letter };
    }),
  );
  // There is nothing to push.
  for (const emailId of idle) await finishJob(tx, accountId, "Email", emailId);
}

/** The keywords of a letter as its mail server is to have them. */
export async function pushedKeywords(
  reader: Reader,
  accountId: Id,
  emailId: Id,
  keywords: Keyword[],
): Promise<Keyword[]> {
  if (categoriesOf(keywords).length === 0) return keywords;
  const row = await reader.get<{ found: Category }>(
    "select found from email_category where email_id = ? and account_id = ? and is_own = 1 and is_chosen = 0 and found is not null",
    keyOf("e", emailId),
    accountKey(accountId),
  );
  return row ? keywords.filter((keyword) => keyword !== categoryKeyword(row.found)) : keywords;
}
