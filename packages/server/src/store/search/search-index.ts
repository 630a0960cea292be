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

/** How queries for keys are put together; `all`: a key may come twice, and the first ones before all are found. */
export type Union = "union" | "union all";

/** An index of Emails or of files. */
export interface TextIndex<Field extends string> {
  /** @param rows key and terms of each, field by field */
  add(tx: IndexWriter, accountId: Id, rows: readonly (readonly [key: number, terms: readonly string[]])[]): void;
  remove(tx: IndexWriter, accountId: Id, keys: readonly number[]): void;
  /** A query for the keys of what has all of the terms, each in any field, or all in one. */
  keysWith(accountKey: number, field: Field | null, terms: readonly SearchTerm[], union?: Union): Fragment;
  /**
   * The same as a condition that looks at the rows of certain keys alone; undefined: an engine that tests a key in what
   * keysWith gives does not look at the others.
   * @param isKey whether a column has one of these keys
   */
  hasTerms?(accountKey: number, field: Field | null, terms: readonly SearchTerm[], isKey: IsKey): Fragment;
}

type IsKey = (column: Fragment) => Fragment;

/** What a search says of words: those of a text, all of them in a field, or (null) each in any. */
export type WordTree =
  | { operator: "AND" | "OR" | "NOT"; parts: WordTree[] }
  | { field: SearchField | null; text: string };

export interface SearchIndex extends TextIndex<SearchField> {
  files: TextIndex<FileField>;
  /**
   * Queries for the keys of Emails whose one row of the index matches, and of those that have several rows; undefined: an
   * engine that finds several conditions no faster at once.
   * @param tree of single words, no phrases
   */
  rowsWith?(accountKey: number, tree: WordTree): { matching: Fragment; divided: Fragment };
}

/** The terms of an Email, field by field. */
export const indexTerms = (texts: SearchText): string[] => searchFields.map((field) => termsOf(texts[field]));

/** Queries for the keys of Emails, and of files whose text belongs to the letter's. */
export interface TextKeys {
  emails: Fragment;
  files?: Fragment;
}

/** Where files are looked for with the words of an Email's field; undefined: in none. */
const fileFieldOf = (field: SearchField | null): FileField | null | undefined =>
  field === null ? null : field === "body" ? "content" : undefined;

/** For what matches `text` in one field, or (null) in any; undefined when it has no words. */
export function textKeys(
  index: SearchIndex,
  accountKey: number,
  field: SearchField | null,
  text: string,
  union?: Union,
): TextKeys | undefined {
  const terms = parseSearch(text, field === "attachments");
  if (terms.length === 0) return undefined;
  const emails = index.keysWith(accountKey, field, terms, union);
  const fileField = fileFieldOf(field);
  if (fileField === undefined) return { emails };
  const files = index.files.keysWith(accountKey, fileField, terms, union);
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

/**
 * Whether the Email with this key matches `text`, found out for one Email after the other; undefined when the text has no
 * words, or the engine does the same with searchKeys.
 */
export function hasWords(
  index: SearchIndex,
  accountKey: number,
  field: SearchField | null,
  text: string,
  id: Fragment,
): Fragment | undefined {
  const terms = parseSearch(text, field === "attachments");
  if (terms.length === 0) return undefined;
  const inEmail = index.hasTerms?.(accountKey, field, terms, (column) => sq`${column} = ${id}`);
  const fileField = fileFieldOf(field);
  if (!inEmail || fileField === undefined) return inEmail;
  const first = sq`${id} * ${raw(String(FILES_PER_EMAIL))}`;
  const isFile: IsKey = (column) => sq`${column} between ${first} and ${first} + ${raw(String(FILES_PER_EMAIL - 1))}`;
  return sq`(${inEmail} or ${index.files.hasTerms!(accountKey, fileField, terms, isFile)})`;
}
