/** Files as their letters have them. */
import type { EmailHeaders, FileKind, Id } from "@pismo/jmap";
import { accountKey, idOf, keysOf } from "../db/ids.ts";
import type { Reader } from "../db/reader.ts";

export interface FileRecord {
  id: Id;
  emailId: Id;
  /** Of the message. */
  messageBlobId: Id;
  partId: string;
  name: string | null;
  letterSubject: string | null;
  type: string;
  kind: FileKind;
  size: number;
  receivedAt: Date;
  headers: EmailHeaders;
}

interface Row {
  id: number;
  email_id: number;
  blob_id: string;
  part_id: string;
  name: string | null;
  letter_subject: string | null;
  type: string;
  kind: FileKind;
  size: number;
  received_at: number;
  headers: string;
}

const selected = `select f.id, f.email_id, e.blob_id, f.part_id, f.name, f.letter_subject, f.type, f.kind, f.size, f.received_at, c.headers
  from file f join email e on e.id = f.email_id and e.account_id = f.account_id join email_content c on c.email_id = f.email_id and c.account_id = f.account_id`;

/** Of those ids that the account has, in their order. */
export async function getFiles(reader: Reader, accountId: Id, ids: readonly Id[]): Promise<FileRecord[]> {
  const keys = keysOf("f", ids);
  const sql = `${selected} where f.account_id = ? and f.id in key_list(?)`;
  const rows = await reader.all<Row>(sql, accountKey(accountId), JSON.stringify(keys));
  const byKey = new Map(rows.map((row) => [row.id, row]));
  return keys.flatMap((key) => byKey.get(key) ?? []).map(toRecord);
}

/** The first files of an account, at most so many. */
export async function firstFiles(reader: Reader, accountId: Id, limit: number): Promise<FileRecord[]> {
  const sql = `${selected} where f.account_id = ? order by f.id limit ?`;
  return (await reader.all<Row>(sql, accountKey(accountId), limit)).map(toRecord);
}

/** The ids of the files of these Emails. */
export async function fileIdsOf(reader: Reader, accountId: Id, emailIds: readonly Id[]): Promise<Id[]> {
  const rows = await reader.all<{ id: number }>(
    "select id from file where email_id in key_list(?) and +account_id = ? order by id",
    JSON.stringify(keysOf("e", emailIds)),
    accountKey(accountId),
  );
  return rows.map(({ id }) => idOf("f", id));
}

const toRecord = (row: Row): FileRecord => ({
  id: idOf("f", row.id),
  emailId: idOf("e", row.email_id),
  messageBlobId: row.blob_id,
  partId: row.part_id,
  name: row.name,
  letterSubject: row.letter_subject,
  type: row.type,
  kind: row.kind,
  size: row.size,
  receivedAt: new Date(row.received_at),
  headers: JSON.parse(row.headers) as EmailHeaders,
});
