/** The copies of a mirrored account's Emails on its server, and the keywords on which both sides last agreed. */
import type { Id, Keyword } from "@pismo/jmap";
import { getMembership } from "../mail/email-memberships.ts";
import { pushedKeywords } from "../mail/own-categories.ts";
import { getLabelFolders, type LabelFolders } from "./imap-labels.ts";
import { accountKey, idOf, keyOf } from "../db/ids.ts";
import { jsonText } from "../db/json-text.ts";
import { inSlices, type Reader, type Transactor } from "../db/reader.ts";
import type { SqlValue } from "../db/sql-fragment.ts";

/** One copy of an Email on the server. */
export interface LocatedCopy {
  mailboxId: Id;
  uid: number;
  emailId: Id;
  /** The server's last known keywords. */
  keywords: Keyword[];
  /** Identifies a moved message (fingerprint.ts); null: there is none. */
  fingerprint: string | null;
}

/** vanished: it was there; reset: the same, and the folder's UIDs are new; appending: we were appending it. */
export type UnlocatedReason = "vanished" | "reset" | "appending";

/** A copy that is or may be on the server, with an unknown UID. */
export interface UnlocatedCopy extends Omit<LocatedCopy, "uid"> {
  id: number;
  reason: UnlocatedReason;
}

/** An Email's local and remote state, to be compared. */
export interface MirroredEmail {
  emailId: Id;
  /** undefined: destroyed here. */
  local: { mailboxIds: Id[]; keywords: Keyword[] } | undefined;
  located: LocatedCopy[];
  unlocated: UnlocatedCopy[];
  /** Of an Email sent from here: copies whose folder has a later one, filed there by the server. */
  duplicates: LocatedCopy[];
  /** Set where its server has labels. */
  labels: LabelFolders | undefined;
}

interface LocatedRow {
  mailbox_id: number;
  uid: number;
  email_id: number;
  keywords: string;
  mark: string | null;
}
interface UnlocatedRow extends Omit<LocatedRow, "uid"> {
  id: number;
  reason: string;
}

const common = (row: Omit<LocatedRow, "uid">) => ({
  mailboxId: idOf("m", row.mailbox_id),
  emailId: idOf("e", row.email_id),
  keywords: JSON.parse(row.keywords) as Keyword[],
  fingerprint: row.mark,
});
const toLocated = (row: LocatedRow): LocatedCopy => ({ ...common(row), uid: row.uid });
const toUnlocated = (row: UnlocatedRow): UnlocatedCopy => ({
  ...common(row),
  id: row.id,
  reason: row.reason as UnlocatedReason,
});

/** Reads an Email's local state, as its server is to have it, and its known and possible copies on the server. */
export async function readMirroredEmail(reader: Reader, accountId: Id, emailId: Id): Promise<MirroredEmail> {
  const key = keyOf("e", emailId);
  const located = await reader.all<LocatedRow>(
    "select * from imap_message where email_id = ? and account_id = ? order by mailbox_id, uid",
    key,
    accountKey(accountId),
  );
  const unlocated = await reader.all<UnlocatedRow>(
    "select * from imap_unplaced where email_id = ? and +account_id = ? order by id",
    key,
    accountKey(accountId),
  );
  const local = await getMembership(reader, accountId, emailId);
  return {
    emailId,
    local: local && { ...local, keywords: await pushedKeywords(reader, accountId, emailId, local.keywords) },
    located: located.map(toLocated),
    unlocated: unlocated.map(toUnlocated),
    duplicates: await duplicatesIn(reader, accountId, located),
    labels: await getLabelFolders(reader, accountId),
  };
}

async function duplicatesIn(reader: Reader, accountId: Id, located: readonly LocatedRow[]): Promise<LocatedCopy[]> {
  // Ordered by folder and UID.
  const earlier = located.filter((row, index) => located[index + 1]?.mailbox_id === row.mailbox_id);
  const [any] = earlier;
  if (!any) return [];
  const wasSent = await reader.get(
    "select 1 from email_submission where email_id = ? and +account_id = ? and is_redirect = 0 limit 1",
    any.email_id,
    accountKey(accountId),
  );
  return wasSent ? earlier.map(toLocated) : [];
}

/** The copies with those of `uids` that are known in the folder. */
export async function copiesAt(
  reader: Reader,
  accountId: Id,
  mailboxId: Id,
  uids: readonly number[],
): Promise<Map<number, LocatedCopy>> {
  const found = await inSlices([...uids], 500, async (slice) => {
    const rows: LocatedRow[] = [];
    for (const uid of slice) {
      const sql = "select * from imap_message where mailbox_id = ? and uid = ? and account_id = ?";
      const row = await reader.get<LocatedRow>(sql, keyOf("m", mailboxId), uid, accountKey(accountId));
      if (row) rows.push(row);
    }
    return rows;
  });
  return new Map(found.map((row) => [row.uid, toLocated(row)]));
}

/** All known UIDs of a folder from `first` to `last`, ascending. */
export async function knownUids(
  reader: Reader,
  accountId: Id,
  mailboxId: Id,
  first = 1,
  last = Number.MAX_SAFE_INTEGER,
): Promise<number[]> {
  const sql =
    "select uid from imap_message where mailbox_id = ? and account_id = ? and uid between ? and ? order by uid";
  const rows = await reader.all<{ uid: number }>(sql, keyOf("m", mailboxId), accountKey(accountId), first, last);
  return rows.map(({ uid }) => uid);
}

/** The number of known copies in a folder. */
export async function countLocated(reader: Reader, accountId: Id, mailboxId: Id): Promise<number> {
  const sql = "select held from imap_folder where mailbox_id = ? and account_id = ?";
  return (await reader.get<{ held: number }>(sql, keyOf("m", mailboxId), accountKey(accountId)))?.held ?? 0;
}

/** Records a copy; it replaces an earlier one with the same UID. */
export const addLocated = (tx: Transactor, accountId: Id, message: LocatedCopy): Promise<void> =>
  addAllLocated(tx, accountId, [message]);

/** The same for many. */
export async function addAllLocated(tx: Transactor, accountId: Id, messages: readonly LocatedCopy[]): Promise<void> {
  await tx.runAll(
    // Not "insert or replace": no trigger would count its deletion.
    `insert into imap_message (account_id, mailbox_id, uid, email_id, keywords, mark) values (?, ?, ?, ?, ?, ?)
     on conflict (mailbox_id, uid, account_id) do update set email_id = excluded.email_id, keywords = excluded.keywords, mark = excluded.mark`,
    messages.map(({ mailboxId, uid, emailId, keywords, fingerprint }) => [
      accountKey(accountId),
      keyOf("m", mailboxId),
      uid,
      keyOf("e", emailId),
      JSON.stringify(keywords),
      fingerprint,
    ]),
  );
}

/** Deletes a copy that is no longer on the server. */
export async function removeLocated(tx: Transactor, accountId: Id, mailboxId: Id, uid: number): Promise<void> {
  const sql = "delete from imap_message where mailbox_id = ? and uid = ? and account_id = ?";
  await tx.run(sql, keyOf("m", mailboxId), uid, accountKey(accountId));
}

const insertUnlocated =
  "insert into imap_unplaced (account_id, mailbox_id, email_id, keywords, mark, reason) values (?, ?, ?, ?, ?, ?)";

const unlocatedRow = (accountId: Id, message: Omit<UnlocatedCopy, "id">): SqlValue[] => [
  accountKey(accountId),
  keyOf("m", message.mailboxId),
  keyOf("e", message.emailId),
  JSON.stringify(message.keywords),
  message.fingerprint,
  message.reason,
];

/** Records copies with an unknown UID. */
export async function addAllUnlocated(
  tx: Transactor,
  accountId: Id,
  messages: readonly Omit<UnlocatedCopy, "id">[],
): Promise<void> {
  await tx.runAll(
    insertUnlocated,
    messages.map((message) => unlocatedRow(accountId, message)),
  );
}

/** Records a copy with an unknown UID. @returns its key */
export async function addUnlocated(tx: Transactor, accountId: Id, message: Omit<UnlocatedCopy, "id">): Promise<number> {
  const row = await tx.get<{ id: number }>(`${insertUnlocated} returning id`, ...unlocatedRow(accountId, message));
  return row!.id;
}

export async function removeUnlocated(tx: Transactor, accountId: Id, id: number): Promise<void> {
  await tx.run("delete from imap_unplaced where id = ? and account_id = ?", id, accountKey(accountId));
}

/** Copies with an unknown UID, oldest first. */
export async function listUnlocated(
  reader: Reader,
  accountId: Id,
  reason: UnlocatedReason,
  limit: number,
): Promise<UnlocatedCopy[]> {
  const sql = "select * from imap_unplaced where account_id = ? and reason = ? order by id limit ?";
  return (await reader.all<UnlocatedRow>(sql, accountKey(accountId), reason, limit)).map(toUnlocated);
}

/** Vanished copies with this fingerprint, those from the same mailbox first. */
export async function unlocatedByFingerprint(
  reader: Reader,
  accountId: Id,
  fingerprint: string,
  mailboxId: Id,
): Promise<UnlocatedCopy[]> {
  const rows = await reader.all<UnlocatedRow>(
    "select * from imap_unplaced where account_id = ? and mark = ? and reason <> 'appending' order by mailbox_id <> ?, id",
    accountKey(accountId),
    fingerprint,
    keyOf("m", mailboxId),
  );
  return rows.map(toUnlocated);
}

/**
 * The mailboxes of an Email with a copy of this Message-ID and this size, by the fingerprints. Its message may be on the
 * server alone, so that its blob cannot be compared.
 */
export async function mailboxesWithMessage(
  reader: Reader,
  accountId: Id,
  { messageId, size }: { messageId: string; size: number },
): Promise<Id[]> {
  const prefix = `${messageId} ${size} `;
  const rows = await reader.all<{ mailbox_id: number }>(
    `select distinct p.mailbox_id from imap_message m join email e on e.id = m.email_id and e.account_id = m.account_id
     join email_mailbox p on p.email_id = e.id and p.account_id = e.account_id where m.mark >= ? and m.mark < ? and e.account_id = ?`,
    prefix,
    // Only digits follow.
    `${prefix}:`,
    accountKey(accountId),
  );
  return rows.map(({ mailbox_id }) => idOf("m", mailbox_id));
}

/** Those of the fingerprints that messages in other folders have, with these folders. */
export async function fingerprintsElsewhere(
  reader: Reader,
  accountId: Id,
  mailboxId: Id,
  fingerprints: readonly string[],
): Promise<ReadonlyMap<string, readonly Id[]>> {
  const elsewhere = new Map<string, Id[]>();
  if (fingerprints.length === 0) return elsewhere;
  const rows = await reader.all<{ mark: string; mailbox_id: number }>(
    `select distinct m.mark, m.mailbox_id from text_rows(?1) requested join imap_message m on m.mark = requested.value
     where m.account_id = ?2 and m.mailbox_id <> ?3`,
    jsonText(fingerprints),
    accountKey(accountId),
    keyOf("m", mailboxId),
  );
  for (const { mark, mailbox_id } of rows) elsewhere.set(mark, [...(elsewhere.get(mark) ?? []), idOf("m", mailbox_id)]);
  return elsewhere;
}

/** Whether the account has copies with an unknown UID. */
export async function hasUnlocated(reader: Reader, accountId: Id): Promise<boolean> {
  const sql = "select 1 from imap_unplaced where account_id = ? limit 1";
  return (await reader.get(sql, accountKey(accountId))) !== undefined;
}

/** The folder's UIDs are invalid: its copies have to be found again. */
export async function unlocateAll(
  tx: Transactor,
  accountId: Id,
  mailboxId: Id,
  reason: UnlocatedReason,
): Promise<void> {
  await tx.run(
    `insert into imap_unplaced (account_id, mailbox_id, email_id, keywords, mark, reason)
     select ?1, mailbox_id, email_id, keywords, mark, ?3 from imap_message where mailbox_id = ?2 and account_id = ?1`,
    accountKey(accountId),
    keyOf("m", mailboxId),
    reason,
  );
  await tx.run(
    "delete from imap_message where mailbox_id = ? and account_id = ?",
    keyOf("m", mailboxId),
    accountKey(accountId),
  );
}
