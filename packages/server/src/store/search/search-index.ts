/** What the store asks of an engine's full-text search. */
import type { Id } from "@pismo/jmap";
import type { ParsedMessage } from "../../mime/parse/parse.ts";
import { type Fragment, raw, sq, type SqlValue } from "../db/sql-fragment.ts";
import { termsOf } from "./analyze.ts";
import { parseSearch, type SearchTerm } from "./query.ts";

/** The files of one Email have consecutive keys, which begin at this multiple of its own. */
export const FILES_PER_EMAIL = 1024;

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

/** In the order of a file's terms: its name, its text, and what people remember of its letter. */
export const fileFields = ["name", "content", "letter"] as const;
export type FileField = (typeof fileFields)[number];

/** An index of Emails or of files. */
export interface TextIndex<Field extends string> {
  /** @param rows key and terms of each, field by field */
  add(tx: IndexWriter, accountId: Id, rows: readonly (readonly [key: number, terms: readonly string[]])[]): void;
  remove(tx: IndexWriter, accountId: Id, keys: readonly number[]): void;
  /** A query for the keys of what has all of the terms, each in any field, or all in one. */
  keysWith(accountKey: number, field: Field | null, terms: readonly SearchTerm[]): Fragment;
}

export interface SearchIndex extends TextIndex<SearchField> {
  files: TextIndex<FileField>;
}

/** The terms of an Email, field by field. */
export const indexTerms = (texts: SearchText): string[] => searchFields.map((field) => termsOf(texts[field]));

/** Queries for the keys of Emails, and of files whose text belongs to the letter's. */
export interface TextKeys {
  emails: Fragment;
  files?: Fragment;
}

/** For what matches `text` in one field, or (null) in any; undefined when it has no words. */
export function textKeys(
  index: SearchIndex,
  accountKey: number,
  field: SearchField | null,
  text: string,
): TextKeys | undefined {
  const terms = parseSearch(text);
  if (terms.length === 0) return undefined;
  const emails = index.keysWith(accountKey, field, terms);
  if (field !== null && field !== "body") return { emails };
  const files = index.files.keysWith(accountKey, field === null ? null : "content", terms);
  const lettersOfFiles = sq`select email_id from (
    with found (id) as (${files}) select id / ${raw(String(FILES_PER_EMAIL))} as email_id from found) in_files`;
  return { emails, files: lettersOfFiles };
}

/** The keys of the Emails that match `text` in one field, or (null) in any; undefined when it has no words. */
export function searchKeys(
  index: SearchIndex,
  accountKey: number,
  field: SearchField | null,
  text: string,
): Fragment | undefined {
  const { emails, files } = textKeys(index, accountKey, field, text) ?? {};
  return emails && files ? sq`${emails} union ${files}` : emails;
}
