/** Emails: RFC 8621 §4. Every change takes its counts, its thread and its log along in the same transaction. */
import { DRAFT, type EmailHeaders, FLAGGED, type Id, IMPORTANT, type Keyword, SEEN, SetFailure } from "@pismo/jmap";
import type { ParsedMessage } from "../mime/parse.ts";
import type { PartNode } from "../mime/part.ts";
import { logCreated, logDestroyed, logTouched, logUpdated } from "./changes.ts";
import { CountTally, moveCounts, moveCountsInto, type Placement } from "./counts.ts";
import { accountKey, idOf, keyOf, keysOf } from "./ids.ts";
import { invalid } from "./mailbox-rules.ts";
import { noteOutbound } from "./outbound-jobs.ts";
import { type PreparedEmail, prepareEmail } from "./prepare-email.ts";
import { inSlices, type Reader, type SqlValue, type Transactor } from "./reader.ts";
import { indexEmail, unindexEmail } from "./search/sqlite-fts.ts";
import { joinThread, leaveThread } from "./threads.ts";

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

/**
 * Letters in their order; one whose mailbox is not there gives its SetFailure (invalidProperties) and leaves the others
 * alone. What they change together, such as the counts of a mailbox, is written once.
 */
export async function insertEmails(
  tx: Transactor,
  emails: readonly PreparedNewEmail[],
): Promise<(InsertedEmail | SetFailure)[]> {
  const tallies = new Map<Id, CountTally>();
  const results: (InsertedEmail | SetFailure)[] = [];
  for (const email of emails) {
    const { accountId, mailboxIds } = email;
    let mailboxKeys: number[];
    try {
      mailboxKeys = await mailboxKeysOf(tx, accountId, mailboxIds);
    } catch (error) {
      if (!(error instanceof SetFailure)) throw error;
      results.push(error);
      continue;
    }
    const tally = tallies.get(accountId) ?? new CountTally();
    tallies.set(accountId, tally);
    results.push(await insertInto(tally, tx, email, mailboxKeys));
  }
  for (const [accountId, tally] of tallies) {
    await tally.write(tx, accountId);
    await logTouched(tx, accountId, "EmailDelivery");
  }
  return results;
}

async function insertInto(
  tally: CountTally,
  tx: Transactor,
  email: PreparedNewEmail,
  mailboxKeys: number[],
): Promise<InsertedEmail> {
  const { accountId, prepared, blobId, size } = email;
  const { columns, headers, structure, preview, terms, links } = prepared;
  const keywords = normalizeKeywords(email.keywords);
  const receivedAt = Math.floor(email.receivedAt.getTime() / 1000) * 1000;
  const threadKey = await joinThread(tx, accountId, links);
  const { lastKey: key } = await tx.run(
    `insert into email (account_id, thread_id, blob_id, size, received_at, sent_at, has_attachment, from_key, to_key, subject_key, is_partial)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    accountKey(accountId),
    threadKey,
    blobId,
    size,
    receivedAt,
    columns.sent_at,
    columns.has_attachment,
    columns.from_key,
    columns.to_key,
    columns.subject_key,
    Number(email.isPartial ?? false),
  );
  await tx.run(
    "insert into email_content (email_id, headers, structure, preview) values (?, ?, ?, ?)",
    key,
    headers,
    structure,
    preview,
  );
  indexEmail(tx, key, terms);
  const state = { key, threadKey, receivedAt, hasAttachment: columns.has_attachment, mailboxKeys, keywords };
  await writePlaces(tx, accountId, state);
  await moveCountsInto(tally, tx, accountId, threadKey, null, placementOf(mailboxKeys, keywords));
  await logCreated(tx, accountId, "Email", key);
  await noteOutbound(tx, accountId, "Email", idOf("e", key));
  return {
    id: idOf("e", key),
    blobId,
    threadId: idOf("t", threadKey),
    size,
    receivedAt: new Date(receivedAt),
    mailboxIds: mailboxKeys.map((mailbox) => idOf("m", mailbox)),
    keywords,
  };
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
  const after = {
    ...before,
    mailboxKeys: changes.mailboxIds ? await mailboxKeysOf(tx, accountId, changes.mailboxIds) : before.mailboxKeys,
    keywords: changes.keywords ? normalizeKeywords(changes.keywords) : before.keywords,
  };
  if (sameSet(before.mailboxKeys, after.mailboxKeys) && sameSet(before.keywords, after.keywords)) return;
  await tx.run("delete from email_mailbox where email_id = ?", before.key);
  await tx.run("delete from email_keyword where email_id = ?", before.key);
  await writePlaces(tx, accountId, after);
  const places = [before, after].map((at) => placementOf(at.mailboxKeys, at.keywords)) as [Placement, Placement];
  await moveCounts(tx, accountId, before.threadKey, ...places);
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
      await moveCounts(tx, accountId, before.threadKey, placementOf(before.mailboxKeys, before.keywords), null);
      unindexEmail(tx, key);
      await tx.run("delete from email where id = ?", key);
      await leaveThread(tx, accountId, before.threadKey);
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

/** An Email's mutable part, with what the membership rows repeat of the rest. */
interface Places {
  key: number;
  threadKey: number;
  receivedAt: number;
  hasAttachment: number;
  mailboxKeys: number[];
  keywords: Keyword[];
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

async function writePlaces(tx: Transactor, accountId: Id, at: Places): Promise<void> {
  const flags = [SEEN, FLAGGED, IMPORTANT, DRAFT].map((keyword) => Number(at.keywords.includes(keyword)));
  for (const mailboxKey of at.mailboxKeys) {
    await tx.run(
      `insert into email_mailbox (mailbox_id, received_at, email_id, thread_id, is_seen, is_flagged, is_important, is_draft, has_attachment)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      mailboxKey,
      at.receivedAt,
      at.key,
      at.threadKey,
      ...flags,
      at.hasAttachment,
    );
  }
  for (const keyword of at.keywords) {
    const values: SqlValue[] = [accountKey(accountId), keyword, at.receivedAt, at.key];
    await tx.run(
      "insert into email_keyword (account_id, keyword, received_at, email_id) values (?, ?, ?, ?)",
      ...values,
    );
  }
}

/** @throws SetFailure invalidProperties */
async function mailboxKeysOf(reader: Reader, accountId: Id, ids: readonly Id[]): Promise<number[]> {
  const keys = new Set(ids.map((id) => keyOf("m", id)));
  if (keys.size === 0) throw invalid("mailboxIds", "An Email is in at least one mailbox");
  for (const key of keys) {
    const sql = "select 1 from mailbox where account_id = ? and id = ?";
    if (!(await reader.get(sql, accountKey(accountId), key))) throw invalid("mailboxIds", "There is no such mailbox");
  }
  return [...keys];
}

/** Keywords compare without case and are kept in lower case (RFC 8621 §4.1.1). */
const normalizeKeywords = (keywords: readonly Keyword[]): Keyword[] => [
  ...new Set(keywords.map((keyword) => keyword.toLowerCase())),
];

const placementOf = (mailboxKeys: readonly number[], keywords: readonly Keyword[]): Placement => ({
  mailboxKeys,
  isUnread: !keywords.includes(SEEN) && !keywords.includes(DRAFT),
});

const sameSet = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((item) => other.includes(item));
