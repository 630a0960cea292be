/**
 * The files of an account's letters, as objects of their own: an extension of ours. A File is a part of an Email that people
 * would call a file; images that the text shows are none. It never changes, and goes with its Email: its state is that of
 * Email. File/query leaves out files of Emails that lie in spam or trash alone.
 */
import type { EmailAddress } from "../mail/email.ts";
import type { Id, QueryArgs, UTCDate } from "../core/core.ts";

export const FILES = "tag:pismo.localhost,2026:files";

/** What a file is for people, by its type and name. */
export type FileKind =
  | "image"
  | "pdf"
  | "document"
  | "sheet"
  | "slides"
  | "text"
  | "audio"
  | "video"
  | "archive"
  | "calendar"
  | "contact"
  | "letter"
  | "other";

export interface File {
  id: Id;
  emailId: Id;
  /** As in the Email's attachments. */
  partId: string;
  blobId: Id;
  name: string | null;
  /** Of a letter without a name its subject, once it is known: people call it by that. */
  letterSubject: string | null;
  type: string;
  /** Octets. */
  size: number;
  kind: FileKind;
  /** Of the Email. */
  receivedAt: UTCDate;
  from: EmailAddress[] | null;
  subject: string | null;
}

export interface FileFilterCondition {
  isImage?: boolean;
  kind?: FileKind;
  /** Words in the name or text of the file, or in the subject or the people of its letter. */
  text?: string;
  /** Words in the name of the file. */
  name?: string;
  emailId?: Id;
  /** Of several accounts together: files of this one's letters. */
  inAccount?: Id;
  before?: UTCDate;
  after?: UTCDate;
}

/** Arguments of File/parse: what Email/parse (RFC 8621 §4.9) does for messages, for files. */
export interface FileParseArgs {
  accountId: Id;
  blobIds: Id[];
}

/** What can be read of a file without drawing it. */
export interface FileText {
  /** A line for each paragraph or row, a tab between cells. */
  text: string;
  /** Whether there is more. */
  isTruncated: boolean;
  /** Of a spreadsheet: its sheets that show something. */
  tables?: FileTable[];
}

/** A sheet. Of several empty rows in it one is given. */
export interface FileTable {
  name: string;
  /** Texts of cells, as far as there are any in the row. */
  rows: string[][];
  isTruncated: boolean;
}

export interface FileParseResult {
  accountId: Id;
  parsed: Record<Id, FileText> | null;
  /** Files without text, and those that cost too much to read. */
  notParsable: Id[] | null;
  notFound: Id[] | null;
}

/** The filter is a condition or null; the sort has one property: receivedAt, name, from, kind or size. */
export type FileQueryArgs = Omit<QueryArgs<FileFilterCondition>, "filter"> & { filter?: FileFilterCondition | null };
