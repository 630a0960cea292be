/** The search index: FTS5 without content, one row per Email. */
import type { ParsedMessage } from "../../mime/parse/parse.ts";
import { inSlices, type Transactor } from "../db/reader.ts";
import { type Fragment, sq } from "../db/sql-fragment.ts";
import { termsOf } from "./analyze.ts";
import { parseSearch, type SearchTerm } from "./query.ts";
import { stem } from "./stems.ts";

export type SearchText = ParsedMessage["searchText"];
export type SearchField = "subject" | "from" | "to" | "cc" | "bcc" | "body" | "attachments";

/** The terms of an Email, column by column. */
export const indexTerms = ({ subject, from, to, cc, bcc, body, attachments }: SearchText): string[] =>
  [subject, from, to, cc, bcc, body, attachments].map(termsOf);

/** Emails indexed between two turns of the event loop. */
const SLICE = 50;

/**
 * FTS5 flushes its buffer whenever SQLite opens a savepoint, which many statements do implicitly: indexing one Email at a
 * time would take longer than all other work. At the end of the transaction no statement comes in between.
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

/** The keys of the Emails that match `text` in one field, or (null) in any; undefined when it has no words. */
export function searchKeys(field: SearchField | null, text: string): Fragment | undefined {
  const terms = parseSearch(text);
  if (terms.length === 0) return undefined;
  const expression = terms.map(matchTerm).join(" AND ");
  const match = field === null ? expression : `{${field}} : (${expression})`;
  return sq`select rowid from email_search where email_search match ${match}`;
}

/** Words consist of letters and digits alone (analyze.ts), so quoting them is enough. */
function matchTerm({ words, isQuoted, isPrefix }: SearchTerm): string {
  const [only] = words;
  // One quoted word matches its exact form alone.
  if (isQuoted && words.length === 1) return `"${only}"`;
  const stems = `"${words.map(stem).join(" ")}"`;
  if (!isPrefix) return stems;
  const begun = [...words.slice(0, -1).map(stem), words.at(-1)].join(" ");
  return `(${stems} OR "${begun}" *)`;
}
