/** Emails: RFC 8621 §4. Every change updates counts, thread and change log in the same transaction. */
import { type EmailHeaders, type Id, type Keyword, SetFailure } from "@pismo/jmap";
import type { ParsedMessage } from "../../mime/parse/parse.ts";
import type { PartNode } from "../../mime/parse/part.ts";
import { noHeaders, structureOf } from "./broken-email.ts";
import { logDestroyed, logUpdated } from "../db/changes.ts";
import { moveCounts } from "./counts.ts";
import {
  assertMailboxes,
  knownMailboxes,
  normalizeKeywords,
  countedEmailOf,
  type Membership,
  writeMemberships,
} from "./email-mailboxes.ts";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import { isDamage } from "../db/errors.ts";
import { type InsertedEmail, insertEmails } from "./insert-emails.ts";
import { noteOutbound } from "../mirror/outbound-jobs.ts";
import { prepareEmail } from "./prepare-email.ts";
import { inSlices, type Reader, type Transactor } from "../db/reader.ts";
import { leaveThread } from "./threads.ts";

export interface EmailRecord extends InsertedEmail {
  /** Shortened where the header is enormous (mime/headers/short-headers.ts). */
  headers: EmailHeaders;
  /** The message's header has more than `headers`. */
  isShortened: boolean;
  structure: PartNode;
  hasAttachment: boolean;
  preview: string;
  /** The message is still on the server: structure and preview are derived from its beginning. */
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
const brokenColumns = recordColumns.replace(
  "c.headers, c.structure, c.preview",
  "'' as headers, '' as structure, '' as preview",
);
const joinedContent = "join email_content c on c.email_id = e.id";

function toRecord(row: EmailRow): EmailRecord {
  const { isShortened = false, ...headers } = JSON.parse(row.headers) as EmailHeaders & { isShortened?: boolean };
  return {
    id: idOf("e", row.id),
    blobId: row.blob_id,
    threadId: idOf("t", row.thread_id),
    mailboxIds: (JSON.parse(row.mailboxes) as number[]).map((key) => idOf("m", key)),
    keywords: JSON.parse(row.keywords) as Keyword[],
    size: row.size,
    receivedAt: new Date(row.received_at),
    headers,
    isShortened,
    // Parsed on demand: lists never read it.
    get structure(): PartNode {
      return structureOf(row.structure);
    },
    hasAttachment: row.has_attachment === 1,
    preview: row.preview,
    isPartial: row.is_partial === 1,
  };
}

/**
 * In the order of `ids`; unknown ids are left out. A damaged row of the database affects its own Email alone: it is
 * returned without the columns derived from its message (isBroken), or left out where nothing of it can be read.
 */
export async function getEmails(reader: Reader, accountId: Id, ids: readonly Id[]): Promise<EmailRecord[]> {
  return inSlices(keysOf("e", ids), 100, async (keys) => {
    const found = new Map((await readRows(reader, accountId, keys)).map((row) => [row.id, row]));
    return keys.flatMap((key) => {
      const row = found.get(key);
      return row ? toRecordOrBroken(row) : [];
    });
  });
}

async function readRows(reader: Reader, accountId: Id, keys: readonly number[]): Promise<EmailRow[]> {
  try {
    return await selectRows(reader, accountId, keys, recordColumns, joinedContent);
  } catch (error) {
    if (!isDamage(error)) throw error;
    if (keys.length > 1) {
      const rows: EmailRow[] = [];
      for (const key of keys) rows.push(...(await readRows(reader, accountId, [key])));
      return rows;
    }
  }
  try {
    return await selectRows(reader, accountId, keys, brokenColumns, "");
  } catch (error) {
    if (isDamage(error)) return [];
    throw error;
  }
}

const selectRows = (reader: Reader, accountId: Id, keys: readonly number[], columns: string, joined: string) =>
  reader.all<EmailRow>(
    `select ${columns} from key_rows(?) requested ordered join email e on e.id = requested.value ${joined} where e.account_id = ?`,
    JSON.stringify(keys),
    accountKey(accountId),
  );

function toRecordOrBroken(row: EmailRow): EmailRecord {
  try {
    return toRecord(row);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ...toRecord({ ...row, headers: JSON.stringify(noHeaders) }), headers: noHeaders };
  }
}

/** The oldest Email of the account with this blob. */
export async function findEmailByBlob(reader: Reader, accountId: Id, blobId: Id): Promise<EmailRecord | undefined> {
  const sql = `select ${recordColumns} from email e ${joinedContent} where e.account_id = ? and e.blob_id = ? order by e.id limit 1`;
  const row = await reader.get<EmailRow>(sql, accountKey(accountId), blobId);
  return row && toRecord(row);
}

/** The mailboxes of the Emails with these blobs; blobs that no Email of the account has are left out. */
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

/** @throws SetFailure invalidProperties (mailboxIds) when a mailbox does not exist, or none is given */
export async function insertEmail(tx: Transactor, accountId: Id, email: NewEmail): Promise<EmailRecord> {
  const { parsed, ...rest } = email;
  const [inserted] = await insertEmails(tx, [{ accountId, ...rest, prepared: prepareEmail(parsed) }]);
  if (inserted instanceof SetFailure) throw inserted;
  const { headers, structure, hasAttachment, preview } = parsed;
  return { ...inserted!, headers, isShortened: false, structure, hasAttachment, preview, isPartial: false };
}

/**
 * Omitted properties stay.
 * @param known getMembership() of this transaction, where the caller has read it
 * @throws SetFailure notFound, invalidProperties (mailboxIds)
 */
export async function updateEmail(
  tx: Transactor,
  accountId: Id,
  id: Id,
  changes: { mailboxIds?: readonly Id[]; keywords?: readonly Keyword[] },
  known?: EmailMembership,
): Promise<void> {
  const before = known?.stored ?? (await readMembership(tx, accountId, keyOf("e", id)));
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
  await writeMemberships(tx, accountId, [after]);
  const move = { threadKey: before.threadKey, before: countedEmailOf(before), after: countedEmailOf(after) };
  await moveCounts(tx, accountId, [move]);
  await logUpdated(tx, accountId, "Email", before.key);
  await noteOutbound(tx, accountId, "Email", id);
}

/** Returns the ids that existed. The next sweep removes their blobs. */
export async function destroyEmails(tx: Transactor, accountId: Id, ids: readonly Id[]): Promise<Id[]> {
  return inSlices(keysOf("e", ids), 100, async (keys) => {
    const destroyed: Id[] = [];
    for (const key of keys) {
      const before = await readMembership(tx, accountId, key);
      if (!before) continue;
      const { threadKey } = before;
      await moveCounts(tx, accountId, [{ threadKey, before: countedEmailOf(before), after: null }]);
      tx.search.remove(tx, accountId, key);
      await tx.run("delete from email where id = ?", key);
      await leaveThread(tx, accountId, threadKey);
      await logDestroyed(tx, accountId, "Email", key);
      await noteOutbound(tx, accountId, "Email", idOf("e", key));
      destroyed.push(idOf("e", key));
    }
    return destroyed;
  });
}

/** An Email's mutable part alone. */
export interface EmailMembership {
  mailboxIds: Id[];
  keywords: Keyword[];
  /** For updateEmail(), which then does not read it again. */
  readonly stored: Membership;
}

/** undefined when there is no such Email. */
export async function getMembership(reader: Reader, accountId: Id, id: Id): Promise<EmailMembership | undefined> {
  const stored = await readMembership(reader, accountId, keyOf("e", id));
  return stored && { mailboxIds: stored.mailboxKeys.map((key) => idOf("m", key)), keywords: stored.keywords, stored };
}

async function readMembership(reader: Reader, accountId: Id, key: number): Promise<Membership | undefined> {
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
