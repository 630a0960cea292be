/** What the store asks of an engine's full-text search. */
import type { Id } from "@pismo/jmap";
import type { ParsedMessage } from "../../mime/parse/parse.ts";
import type { Fragment, SqlValue } from "../db/sql-fragment.ts";
import { termsOf } from "./analyze.ts";
import { parseSearch, type SearchTerm } from "./query.ts";

export type SearchText = ParsedMessage["searchText"];
export type SearchField = keyof SearchText;

/** In the order of an Email's terms. */
export const searchFields = [
  "subject",
  "from",
  "to",
  "cc",
  "bcc",
  "body",
  "attachments",
] as const satisfies readonly SearchField[];

/** What an index needs of a transaction. */
export interface IndexWriter {
  run(sql: string, ...params: SqlValue[]): Promise<unknown>;
  runAll(sql: string, rows: readonly (readonly SqlValue[])[]): Promise<unknown>;
  atEnd(work: () => Promise<unknown>): void;
}

export interface SearchIndex {
  /** @param emails key and terms of each, field by field */
  add(tx: IndexWriter, accountId: Id, emails: readonly (readonly [emailKey: number, terms: readonly string[]])[]): void;
  remove(tx: IndexWriter, accountId: Id, emailKey: number): void;
  /** A query for the keys of the Emails with all of the terms, each in any field, or all in one. */
  keysWith(accountKey: number, field: SearchField | null, terms: readonly SearchTerm[]): Fragment;
}

/** The terms of an Email, field by field. */
export const indexTerms = (texts: SearchText): string[] => searchFields.map((field) => termsOf(texts[field]));

/** The keys of the Emails that match `text` in one field, or (null) in any; undefined when it has no words. */
export function searchKeys(
  index: SearchIndex,
  accountKey: number,
  field: SearchField | null,
  text: string,
): Fragment | undefined {
  const terms = parseSearch(text);
  return terms.length === 0 ? undefined : index.keysWith(accountKey, field, terms);
}
