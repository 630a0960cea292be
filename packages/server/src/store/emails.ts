/** Emails: RFC 8621 §4. Every change takes its counts, its thread and its log along in the same transaction. */
import { type EmailHeaders, type Id, type Keyword, SetFailure } from "@pismo/jmap";
import type { ParsedMessage } from "../mime/parse.ts";
import type { PartNode } from "../mime/part.ts";
import { logDestroyed, logUpdated } from "./changes.ts";
import { moveCounts } from "./counts.ts";
import {
  assertMailboxes,
  knownMailboxes,
  normalizeKeywords,
  placementOf,
  type Places,
  writePlaces,
} from "./email-places.ts";
import { accountKey, idOf, keyOf, keysOf } from "./ids.ts";
import { insertEmails } from "./insert-emails.ts";
import { noteOutbound } from "./outbound-jobs.ts";
import { type PreparedEmail, prepareEmail } from "./prepare-email.ts";
import { inSlices, type Reader, type Transactor } from "./reader.ts";
import { unindexEmail } from "./search/sqlite-fts.ts";
import { leaveThread } from "./threads.ts";

export { insertEmails } from "./insert-emails.ts";

export interface EmailRecord {
  id: Id;
  blobId: Id;
  threadId: Id;
  mailboxIds: Id[];
  keywords: Keyword[];
  size: number;
  /** In whole seconds. */
  receivedAt: Date;
  headers: EmailHeaders;
  structure: PartNode;
  hasAttachment: boolean;
  preview: string;
  /** The message is not here yet: structure and preview are what its beginning says. */
  isPartial: boolean;
}

export interface NewEmail {
  blobId: Id;
  size: number;
  parsed: ParsedMessage;
  mailboxIds: readonly Id[];
  keywords: readonly Keyword[];
  receivedAt: Date;
}

/** A letter of a batch, its message made ready by prepareEmail(). */
export interface PreparedNewEmail extends Omit<NewEmail, "parsed"> {
  accountId: Id;
  prepared: PreparedEmail;
  /** Only its beginning was looked at; blobId is for what is to come (newRemoteBlobId). */
  isPartial?: boolean;
  /** It comes from its server, just as it is there: nothing is to be brought there. */
  isFromServer?: boolean;
}

/** What is known of a letter once it is in, without its message. */
export type InsertedEmail = Omit<EmailRecord, "headers" | "structure" | "hasAttachment" | "preview" | "isPartial">;

interface EmailRow {
  id: number;
  blob_id: string;
  thread_id: number;
  size: number;
  received_at: number;
  has_attachment: number;
  is_partial: number;
  headers: string;
  structure: string;
  preview: string;
  mailboxes: string;
  keywords: string;
}

const recordColumns = `e.id, e.blob_id, e.thread_id, e.size, e.received_at, e.has_attachment, e.is_partial, c.headers, c.structure, c.preview,
  (select json_group_array(mailbox_id) from email_mailbox m where m.email_id = e.id) as mailboxes,
  (select json_group_array(keyword) from email_keyword k where k.email_id = e.id) as keywords`;
const recordTables = "email e join email_content c on c.email_id = e.id";

const toRecord = (row: EmailRow): EmailRecord => ({
  id: idOf("e", row.id),
  blobId: row.blob_id,
  threadId: idOf("t", row.thread_id),
  mailboxIds: (JSON.parse(row.mailboxes) as number[]).map((key) => idOf("m", key)),
  keywords: JSON.parse(row.keywords) as Keyword[],
  size: row.size,
  receivedAt: new Date(row.received_at),
  headers: JSON.parse(row.headers) as EmailHeaders,
  // Lists never look at it.
  get structure(): PartNode {
    return JSON.parse(row.structure) as PartNode;
  },
  hasAttachment: row.has_attachment === 1,
  preview: row.preview,
  isPartial: row.is_partial === 1,
});

/** In the order of `ids`; unknown ids are left out. */
export async function getEmails(reader: Reader, accountId: Id, ids: readonly Id[]): Promise<EmailRecord[]> {
  return inSlices(keysOf("e", ids), 100, async (keys) => {
    const rows = await reader.all<EmailRow>(
      `select ${recordColumns} from json_each(?) wanted cross join ${recordTables}
       where e.id = wanted.value and e.account_id = ?`,
      JSON.stringify(keys),
      accountKey(accountId),
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    return keys.flatMap((key) => {
      const row = found.get(key);
      return row ? toRecord(row) : [];
    });
  });
}

/** The oldest Email of the account with these very bytes. */
export async function findEmailByBlob(reader: Reader, accountId: Id, blobId: Id): Promise<EmailRecord | undefined> {
  const sql = `select ${recordColumns} from ${recordTables} where e.account_id = ? and e.blob_id = ? order by e.id limit 1`;
  const row = await reader.get<EmailRow>(sql, accountKey(accountId), blobId);
  return row && toRecord(row);
}

/** Where letters with these bytes lie already; blobs that no Email of the account has are left out. */
export async function mailboxesWithBlobs(
  reader: Reader,
  accountId: Id,
  blobIds: readonly Id[],
): Promise<Map<Id, Set<Id>>> {
  const found = new Map<Id, Set<Id>>();
  for (const blobId of blobIds) {
    const rows = await reader.all<{ mailbox_id: number }>(
      "select mailbox_id from email e join email_mailbox m on m.email_id = e.id where e.account_id = ? and e.blob_id = ?",
      accountKey(accountId),
      blobId,
    );
    if (rows.length > 0) found.set(blobId, new Set(rows.map(({ mailbox_id }) => idOf("m", mailbox_id))));
  }
  return found;
}

/** @throws SetFailure invalidProperties (mailboxIds) when a mailbox is not there, or none is given */
export async function insertEmail(tx: Transactor, accountId: Id, email: NewEmail): Promise<EmailRecord> {
  const { parsed, ...place } = email;
  const [inserted] = await insertEmails(tx, [{ accountId, ...place, prepared: prepareEmail(parsed) }]);
  if (inserted instanceof SetFailure) throw inserted;
  const { headers, structure, hasAttachment, preview } = parsed;
  return { ...inserted!, headers, structure, hasAttachment, preview, isPartial: false };
}

/** What is left out stays. @throws SetFailure notFound, invalidProperties (mailboxIds) */
export async function updateEmail(
  tx: Transactor,
  accountId: Id,
  id: Id,
  changes: { mailboxIds?: readonly Id[]; keywords?: readonly Keyword[] },
): Promise<void> {
  const before = await readPlaces(tx, accountId, keyOf("e", id));
  if (!before) throw new SetFailure({ type: "notFound" });
  const { mailboxIds } = changes;
  const after = {
    ...before,
    mailboxKeys: mailboxIds
      ? assertMailboxes(mailboxIds, await knownMailboxes(tx, accountId, mailboxIds))
      : before.mailboxKeys,
    keywords: changes.keywords ? normalizeKeywords(changes.keywords) : before.keywords,
  };
  if (sameSet(before.mailboxKeys, after.mailboxKeys) && sameSet(before.keywords, after.keywords)) return;
  await tx.run("delete from email_mailbox where email_id = ?", before.key);
  await tx.run("delete from email_keyword where email_id = ?", before.key);
  await writePlaces(tx, accountId, [after]);
  const move = { threadKey: before.threadKey, before: placementOf(before), after: placementOf(after) };
  await moveCounts(tx, accountId, [move]);
  await logUpdated(tx, accountId, "Email", before.key);
  await noteOutbound(tx, accountId, "Email", id);
}

/** Returns the ids that were there; others are nobody's. Their blobs go with the next sweep. */
export async function destroyEmails(tx: Transactor, accountId: Id, ids: readonly Id[]): Promise<Id[]> {
  return inSlices(keysOf("e", ids), 100, async (keys) => {
    const destroyed: Id[] = [];
    for (const key of keys) {
      const before = await readPlaces(tx, accountId, key);
      if (!before) continue;
      const { threadKey } = before;
      await moveCounts(tx, accountId, [{ threadKey, before: placementOf(before), after: null }]);
      unindexEmail(tx, key);
      await tx.run("delete from email where id = ?", key);
      await leaveThread(tx, accountId, threadKey);
      await logDestroyed(tx, accountId, "Email", key);
      await noteOutbound(tx, accountId, "Email", idOf("e", key));
      destroyed.push(idOf("e", key));
    }
    return destroyed;
  });
}

/** An Email's mutable part alone; undefined when there is no such Email. */
export async function getPlaces(
  reader: Reader,
  accountId: Id,
  id: Id,
): Promise<{ mailboxIds: Id[]; keywords: Keyword[] } | undefined> {
  const places = await readPlaces(reader, accountId, keyOf("e", id));
  return places && { mailboxIds: places.mailboxKeys.map((key) => idOf("m", key)), keywords: places.keywords };
}

async function readPlaces(reader: Reader, accountId: Id, key: number): Promise<Places | undefined> {
  type Row = Pick<EmailRow, "thread_id" | "received_at" | "has_attachment" | "mailboxes" | "keywords">;
  const row = await reader.get<Row>(
    `select thread_id, received_at, has_attachment,
       (select json_group_array(mailbox_id) from email_mailbox m where m.email_id = e.id) as mailboxes,
       (select json_group_array(keyword) from email_keyword k where k.email_id = e.id) as keywords
     from email e where account_id = ? and id = ?`,
    accountKey(accountId),
    key,
  );
  return (
    row && {
      key,
      threadKey: row.thread_id,
      receivedAt: row.received_at,
      hasAttachment: row.has_attachment,
      mailboxKeys: JSON.parse(row.mailboxes) as number[],
      keywords: JSON.parse(row.keywords) as Keyword[],
    }
  );
}

const sameSet = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((item) => other.includes(item));
