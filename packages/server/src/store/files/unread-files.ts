/** Files whose text is not in the search index yet. */
import type { EmailHeaders, FileKind, Id } from "@pismo/jmap";
import { isNamelessLetter } from "../../mime/parse/letter-subjects.ts";
import { accountKey, idOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { indexTerms } from "../search/search-index.ts";
import { hasText, nameKey, nameTerms } from "./file-rows.ts";
import { letterTermsOf } from "./letter-terms.ts";

export interface UnreadFile {
  accountId: Id;
  key: number;
  messageBlobId: Id;
  partId: string;
  name: string | null;
  /** A letter whose subject is still to be read: it was stored before files were called by it. */
  isUntitled: boolean;
  type: string;
  /** Octets. */
  size: number;
  /** There is something to read. Files of a message that is still on a mail server are written again with the message. */
  isReadable: boolean;
}

interface Row {
  account_id: number;
  id: number;
  blob_id: Id;
  is_partial: number;
  part_id: string;
  name: string | null;
  letter_subject: string | null;
  type: string;
  kind: FileKind;
  size: number;
}

/** The newest of an account. */
export async function nextUnread(reader: Reader, limit: number): Promise<UnreadFile[]> {
  const rows = await reader.all<Row>(
    `select f.account_id, f.id, e.blob_id, e.is_partial, f.part_id, f.name, f.letter_subject, f.type, f.kind, f.size
     from (select * from file where is_unread = 1 order by account_id desc, id desc limit ?) f
     join email e on e.id = f.email_id order by f.account_id desc, f.id desc`,
    limit,
  );
  return rows.map((row) => ({
    accountId: idOf("a", row.account_id),
    key: row.id,
    messageBlobId: row.blob_id,
    partId: row.part_id,
    name: row.name,
    isUntitled: row.letter_subject === null && isNamelessLetter(row),
    type: row.type,
    size: row.size,
    isReadable: row.is_partial === 0 && hasText(row),
  }));
}

/** There was nothing to read. */
export async function noteUnreadable(tx: Transactor, files: readonly UnreadFile[]): Promise<void> {
  await tx.runAll(
    "update file set is_unread = 0 where account_id = ? and id = ?",
    files.map(({ accountId, key }) => [accountKey(accountId), key]),
  );
}

/** @param terms of its text @param subject of one that is untitled; empty where it says nothing */
export async function noteRead(
  tx: Transactor,
  { accountId, key }: UnreadFile,
  terms: string,
  subject = "",
): Promise<void> {
  const row = await tx.get<{ name: string | null; letter_subject: string | null; headers: string }>(
    `select f.name, f.letter_subject, c.headers from file f join email_content c on c.email_id = f.email_id and c.account_id = f.account_id
     where f.account_id = ? and f.id = ? and f.is_unread = 1`,
    accountKey(accountId),
    key,
  );
  // Its letter was destroyed in between.
  if (!row) return;
  await tx.run("update file set is_unread = 0 where account_id = ? and id = ?", accountKey(accountId), key);
  const { name } = row;
  const letterSubject = subject || row.letter_subject;
  if (letterSubject !== row.letter_subject) {
    await tx.run(
      "update file set letter_subject = ?, name_key = ? where account_id = ? and id = ?",
      letterSubject,
      nameKey({ name, letterSubject }),
      accountKey(accountId),
      key,
    );
  } else if (terms === "") return;
  tx.search.files.remove(tx, accountId, [key]);
  tx.search.files.add(tx, accountId, [[key, [nameTerms({ name, letterSubject }), terms, letterTerms(row.headers)]]]);
}

const people = (all: EmailHeaders["from"]): string =>
  (all ?? []).map(({ name, email }) => `${name ?? ""} ${email}`).join(" ");

/** What people remember of a letter. @param headers JSON, as stored */
export function letterTerms(headers: string): string {
  const { subject, from, to } = JSON.parse(headers) as EmailHeaders;
  const nothing = { cc: "", bcc: "", body: "", attachments: "" };
  return letterTermsOf(indexTerms({ ...nothing, subject: subject ?? "", from: people(from), to: people(to) }));
}
