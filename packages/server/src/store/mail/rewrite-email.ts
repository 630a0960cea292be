/** Derives everything about an Email that depends on its message alone: by a rebuild, or when it is hydrated. */
import type { Id } from "@pismo/jmap";
import { rewriteFiles } from "../files/file-rows.ts";
import { letterTermsOf } from "../files/letter-terms.ts";
import { rewriteNewsletterEmail } from "../newsletters/newsletter-emails.ts";
import { accountKey } from "../db/ids.ts";
import type { PreparedEmail } from "./prepare-email.ts";
import type { Transactor } from "../db/reader.ts";
import { linkThread } from "../threads/threads.ts";

interface Derived {
  headers: string;
  structure: string;
  preview: string;
  has_attachment: number;
  received_at: number;
}

/** What has changed. */
export interface Rewritten {
  /** Header, preview or hasAttachment. */
  isSeenInLists: boolean;
  structure: boolean;
}

/** Does nothing for an Email that was destroyed. */
export async function rewriteEmail(
  tx: Transactor,
  accountId: Id,
  { key, threadKey }: { key: number; threadKey: number },
  { columns, headers, structure, preview, terms, links, files, list }: PreparedEmail,
): Promise<Rewritten> {
  const account = accountKey(accountId);
  const before = await tx.get<Derived>(
    "select headers, structure, preview, has_attachment, received_at from email_content c join email e on e.id = c.email_id and e.account_id = c.account_id where e.id = ? and e.account_id = ?",
    key,
    account,
  );
  if (!before) return { isSeenInLists: false, structure: false };
  await tx.run(
    "update email set sent_at = ?, has_attachment = ?, from_key = ?, to_key = ?, subject_key = ? where id = ? and account_id = ?",
    columns.sent_at,
    columns.has_attachment,
    columns.from_key,
    columns.to_key,
    columns.subject_key,
    key,
    account,
  );
  const hasOtherFiles = before.has_attachment !== columns.has_attachment;
  if (hasOtherFiles) {
    await tx.run(
      "update email_mailbox set has_attachment = ? where email_id = ? and account_id = ?",
      columns.has_attachment,
      key,
      account,
    );
  }
  const isSeenInLists = hasOtherFiles || before.headers !== headers || before.preview !== preview;
  const hasOtherStructure = before.structure !== structure;
  if (isSeenInLists || hasOtherStructure) {
    const sql =
      "update email_content set headers = ?, structure = ?, preview = ? where email_id = ? and account_id = ?";
    await tx.run(sql, headers, structure, preview, key, account);
  }
  tx.search.remove(tx, accountId, [key]);
  tx.search.add(tx, accountId, [[key, terms]]);
  const letter = { key, files, receivedAt: before.received_at, fromKey: columns.from_key };
  await rewriteFiles(tx, accountId, { ...letter, letterTerms: letterTermsOf(terms) });
  await rewriteNewsletterEmail(tx, accountId, { key, receivedAt: before.received_at, list });
  await linkThread(tx, accountId, links, threadKey);
  return { isSeenInLists, structure: hasOtherStructure };
}
