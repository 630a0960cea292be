/** The search index of SQLite: FTS5 without content, a row an email. PostgreSQL would have a tsvector column instead. */
import type { ParsedMessage } from "../../mime/parse.ts";
import { inSlices, type Transactor } from "../reader.ts";
import { type Fragment, sq } from "../sql-fragment.ts";
import { termsOf } from "./analyze.ts";
import { parseSearch, type SearchTerm } from "./query.ts";
import { stem } from "./stems.ts";

export type SearchText = ParsedMessage["searchText"];
export type SearchField = "subject" | "from" | "to" | "cc" | "bcc" | "body" | "attachments";

/** The terms of a letter, column by column. */
export const indexTerms = ({ subject, from, to, cc, bcc, body, attachments }: SearchText): string[] =>
  [subject, from, to, cc, bcc, body, attachments].map(termsOf);

/** Letters indexed between two turns of the event loop. */
const SLICE = 50;

/**
 * FTS5 writes out its buffer whenever SQLite opens a savepoint, which many a statement does by itself: letter by
 * letter that takes longer than all the rest. At the end of the transaction nothing comes in between.
 * @param emails key and terms of each
 */
export function indexEmails(
  tx: Transactor,
  emails: readonly (readonly [emailKey: number, terms: readonly string[]])[],
): void {
  const sql = `insert into email_search (rowid, subject, "from", "to", cc, bcc, body, attachments) values (?, ?, ?, ?, ?, ?, ?, ?)`;
  tx.atEnd(() =>
    inSlices(emails, SLICE, async (slice) => {
      await tx.runAll(
        sql,
        slice.map(([key, terms]) => [key, ...terms]),
      );
      return [];
    }),
  );
}

export function unindexEmail(tx: Transactor, emailKey: number): void {
  tx.atEnd(() => tx.run("delete from email_search where rowid = ?", emailKey));
}

/** The keys of the emails that fit `text` in one field, or (null) all over; undefined when it holds no words. */
export function searchKeys(field: SearchField | null, text: string): Fragment | undefined {
  const terms = parseSearch(text);
  if (terms.length === 0) return undefined;
  const expression = terms.map(matchTerm).join(" AND ");
  const match = field === null ? expression : `{${field}} : (${expression})`;
  return sq`select rowid from email_search where email_search match ${match}`;
}

/** Words hold letters and digits alone (analyze.ts), so that quoting them is enough. */
function matchTerm({ words, isQuoted, isPrefix }: SearchTerm): string {
  const [only] = words;
  // One word in quotes means this very form of it.
  if (isQuoted && words.length === 1) return `"${only}"`;
  const stems = `"${words.map(stem).join(" ")}"`;
  if (!isPrefix) return stems;
  const begun = [...words.slice(0, -1).map(stem), words.at(-1)].join(" ");
  return `(${stems} OR "${begun}" *)`;
}
