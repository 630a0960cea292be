/** The rows of table `file`: derived from the structures of Emails, as everything that is derived from messages. */
import { type FileKind, fileKind, type Id, withoutSecondCalendar } from "@pismo/jmap";
import { bodyLists, isFile } from "../../mime/parse/body.ts";
import { fileNameOf } from "../../mime/parse/letter-subjects.ts";
import type { PartNode } from "../../mime/parse/part.ts";
import { accountKey } from "../db/ids.ts";
import type { Transactor } from "../db/reader.ts";
import { termsOf } from "../search/analyze.ts";
import { fold } from "../search/fold.ts";
import { FILES_PER_EMAIL } from "../search/search-index.ts";

export interface FileRow {
  partId: string;
  name: string | null;
  /** Of a letter without a name, as far as it is known. */
  letterSubject: string | null;
  type: string;
  kind: FileKind;
  size: number;
}

const MAX_NAME = 500;
const MAX_NAME_KEY = 100;

/** Octets. Larger files are found by their names. */
const MAX_READ_FILE = 30_000_000;
const readKinds: ReadonlySet<FileKind> = new Set([
  "pdf",
  "document",
  "sheet",
  "slides",
  "text",
  "calendar",
  "contact",
  "letter",
]);

export const hasText = ({ kind, size }: Pick<FileRow, "kind" | "size">): boolean =>
  readKinds.has(kind) && size <= MAX_READ_FILE;

type Named = Pick<FileRow, "name" | "letterSubject">;

/** What lists are sorted by. */
export const nameKey = ({ name, letterSubject }: Named): string =>
  fold(name ?? letterSubject ?? "")
    .trim()
    .slice(0, MAX_NAME_KEY);

/** For searches by name. */
export const nameTerms = ({ name, letterSubject }: Named): string =>
  termsOf(fileNameOf({ name, ...(letterSubject !== null && { subject: letterSubject }) }) ?? "");

export const fileKey = (emailKey: number, place: number): number => emailKey * FILES_PER_EMAIL + place;
export const emailKeyOfFile = (key: number): number => Math.floor(key / FILES_PER_EMAIL);

/** Signatures are no files for a person. */
const isSignature = ({ type }: Pick<PartNode, "type">): boolean =>
  /^application\/(?:pgp-signature|(?:x-)?pkcs7-signature)$/.test(type);

/** What mail programs read in a report (RFC 3462): of delivery (RFC 3464, 6533), of reading (RFC 8098), of abuse (RFC 5965). */
const isReport = ({ type }: Pick<PartNode, "type">): boolean =>
  /^(?:message\/(?:(?:global-)?(?:delivery-status|disposition-notification)|feedback-report|global-headers)|text\/rfc822-headers)$/.test(
    type,
  );

/** The message that a report is about stands beside it, and is no file that was sent along. */
const isReported = ({ type, disposition }: Pick<PartNode, "type" | "disposition">): boolean =>
  /^message\/(?:rfc822|global)$/.test(type) && disposition !== "attachment";

function withoutReports<P extends Attachment>(attachments: readonly P[]): readonly P[] {
  if (!attachments.some(isReport)) return attachments;
  return attachments.filter((part) => !isReport(part) && !isReported(part));
}

type Attachment = Pick<PartNode, "partId" | "name" | "type" | "disposition" | "cid">;

/** What an Email's attachments are to a person. */
export const filesAmong = <P extends Attachment>(attachments: readonly P[]): P[] =>
  withoutSecondCalendar(
    withoutReports(attachments).filter((part) => part.partId !== null && isFile(part) && !isSignature(part)),
  );

export function filesOf(structure: PartNode): FileRow[] {
  return filesAmong(bodyLists(structure).attachments)
    .slice(0, FILES_PER_EMAIL)
    .map(({ partId, name, subject, type, size }) => {
      const shortName = name && name.slice(0, MAX_NAME);
      const shortType = type.slice(0, MAX_NAME);
      const kind = fileKind(shortType, shortName);
      return { partId: partId!, name: shortName, letterSubject: subject ?? null, type: shortType, kind, size };
    });
}

export interface FilesOfEmail {
  key: number;
  files: readonly FileRow[];
  receivedAt: number;
  fromKey: string;
  /** Terms of the subject and the people, for searches of files by what people remember of the letter. */
  letterTerms: string;
}

/** For Emails that have no files in the table yet, after their memberships. */
export async function insertFiles(tx: Transactor, accountId: Id, emails: readonly FilesOfEmail[]): Promise<void> {
  const rows = emails.flatMap((email) =>
    email.files.map((file, place) => ({ ...file, email, key: fileKey(email.key, place) })),
  );
  if (rows.length === 0) return;
  const account = accountKey(accountId);
  await tx.runAll(
    `insert into file (account_id, id, email_id, part_id, name, letter_subject, type, kind, is_image, size, received_at, name_key, from_key, is_listed, is_unread)
     values (?1, ?, ?3, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (case when exists (
       select 1 from email_mailbox m join mailbox b on b.id = m.mailbox_id and b.account_id = ?1
       where m.email_id = ?3 and m.account_id = ?1 and coalesce(b.role, '') not in ('junk', 'trash')) then 1 else 0 end), ?)`,
    rows.map(({ key, email, partId, name, letterSubject, type, kind, size }) => {
      const given = [
        partId,
        name,
        letterSubject,
        type,
        kind,
        Number(kind === "image"),
        size,
        email.receivedAt,
        nameKey({ name, letterSubject }),
        email.fromKey,
      ];
      return [account, key, email.key, ...given, Number(hasText({ kind, size }))];
    }),
  );
  tx.search.files.add(
    tx,
    accountId,
    rows.map((row) => [row.key, [nameTerms(row), "", row.email.letterTerms]] as const),
  );
}

/** Its messages were read again: everything is derived again, and the texts are read again. */
export async function rewriteFiles(tx: Transactor, accountId: Id, email: FilesOfEmail): Promise<void> {
  await removeFiles(tx, accountId, [email.key]);
  await insertFiles(tx, accountId, [email]);
}

/** Before their Emails go. */
export async function removeFiles(tx: Transactor, accountId: Id, emailKeys: readonly number[]): Promise<void> {
  const account = accountKey(accountId);
  const rows = await tx.all<{ id: number }>(
    "select id from file where email_id in key_list(?) and +account_id = ?",
    JSON.stringify(emailKeys),
    account,
  );
  if (rows.length === 0) return;
  tx.search.files.remove(
    tx,
    accountId,
    rows.map(({ id }) => id),
  );
  await tx.runAll(
    "delete from file where email_id = ? and +account_id = ?",
    emailKeys.map((key) => [key, account]),
  );
}
