/** The search index of SQLite: FTS5 without content, a row an email. PostgreSQL would have a tsvector column instead. */
import type { ParsedMessage } from "../../mime/parse.ts";
import type { Transactor } from "../reader.ts";
import { termsOf } from "./analyze.ts";

export type SearchText = ParsedMessage["searchText"];

export async function indexEmail(tx: Transactor, emailKey: number, text: SearchText): Promise<void> {
  const { subject, from, to, cc, bcc, body, attachments } = text;
  await tx.run(
    `insert into email_search (rowid, subject, "from", "to", cc, bcc, body, attachments) values (?, ?, ?, ?, ?, ?, ?, ?)`,
    emailKey,
    ...[subject, from, to, cc, bcc, body, attachments].map(termsOf),
  );
}

export async function unindexEmail(tx: Transactor, emailKey: number): Promise<void> {
  await tx.run("delete from email_search where rowid = ?", emailKey);
}
