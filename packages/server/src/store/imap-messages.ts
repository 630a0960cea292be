/** Where the letters of a mirrored account lie on its server, and what both sides agreed on last. */
import type { Id, Keyword } from "@pismo/jmap";
import { getPlaces } from "./emails.ts";
import { getLabelFolders, type LabelFolders } from "./imap-labels.ts";
import { accountKey, idOf, keyOf } from "./ids.ts";
import { inSlices, type Reader, type Transactor } from "./reader.ts";

/** One copy of a letter on the server. */
export interface PlacedMessage {
  mailboxId: Id;
  uid: number;
  emailId: Id;
  /** That the server had last. */
  keywords: Keyword[];
  /** By which a letter that was moved is known again (mark.ts); null: it cannot be. */
  mark: string | null;
}

/** vanished: it lay there; reset: the same, and all uids of the folder are new; appending: we were putting it there. */
export type UnplacedReason = "vanished" | "reset" | "appending";

/** A copy that is, or may be, on the server, but it is not known where. */
export interface UnplacedMessage extends Omit<PlacedMessage, "uid"> {
  id: number;
  reason: UnplacedReason;
}

/** Everything that there is to compare. */
export interface Letter {
  emailId: Id;
  /** undefined: destroyed here. */
  local: { mailboxIds: Id[]; keywords: Keyword[] } | undefined;
  placed: PlacedMessage[];
  unplaced: UnplacedMessage[];
  /** Of a letter that was sent from here: copies of which its folder has a later one, filed there by the server. */
  doubles: PlacedMessage[];
  /** Where its server has labels for folders. */
  labels: LabelFolders | undefined;
}

interface PlacedRow {
  mailbox_id: number;
  uid: number;
  email_id: number;
  keywords: string;
  mark: string | null;
}
interface UnplacedRow extends Omit<PlacedRow, "uid"> {
  id: number;
  reason: string;
}

const common = (row: Omit<PlacedRow, "uid">) => ({
  mailboxId: idOf("m", row.mailbox_id),
  emailId: idOf("e", row.email_id),
  keywords: JSON.parse(row.keywords) as Keyword[],
  mark: row.mark,
});
const toPlaced = (row: PlacedRow): PlacedMessage => ({ ...common(row), uid: row.uid });
const toUnplaced = (row: UnplacedRow): UnplacedMessage => ({
  ...common(row),
  id: row.id,
  reason: row.reason as UnplacedReason,
});

/** One letter as it is here and as it is, or may be, on the server. */
export async function readLetter(reader: Reader, accountId: Id, emailId: Id): Promise<Letter> {
  const key = keyOf("e", emailId);
  const placed = await reader.all<PlacedRow>(
    "select * from imap_message where email_id = ? order by mailbox_id, uid",
    key,
  );
  const unplaced = await reader.all<UnplacedRow>("select * from imap_unplaced where email_id = ? order by id", key);
  return {
    emailId,
    local: await getPlaces(reader, accountId, emailId),
    placed: placed.map(toPlaced),
    unplaced: unplaced.map(toUnplaced),
    doubles: await doublesIn(reader, placed),
    labels: await getLabelFolders(reader, accountId),
  };
}

async function doublesIn(reader: Reader, placed: readonly PlacedRow[]): Promise<PlacedMessage[]> {
  // They are in the order of folder and uid.
  const earlier = placed.filter((row, index) => placed[index + 1]?.mailbox_id === row.mailbox_id);
  const [any] = earlier;
  if (!any) return [];
  const wasSent = await reader.get("select 1 from email_submission where email_id = ? limit 1", any.email_id);
  return wasSent ? earlier.map(toPlaced) : [];
}

/** Those of `uids` that are known in the folder. */
export async function messagesAt(
  reader: Reader,
  mailboxId: Id,
  uids: readonly number[],
): Promise<Map<number, PlacedMessage>> {
  const found = await inSlices([...uids], 500, async (slice) => {
    const rows: PlacedRow[] = [];
    for (const uid of slice) {
      const sql = "select * from imap_message where mailbox_id = ? and uid = ?";
      const row = await reader.get<PlacedRow>(sql, keyOf("m", mailboxId), uid);
      if (row) rows.push(row);
    }
    return rows;
  });
  return new Map(found.map((row) => [row.uid, toPlaced(row)]));
}

/** All known uids of a folder from `first` to `last`, ascending. */
export async function knownUids(
  reader: Reader,
  mailboxId: Id,
  first = 1,
  last = Number.MAX_SAFE_INTEGER,
): Promise<number[]> {
  const sql = "select uid from imap_message where mailbox_id = ? and uid between ? and ? order by uid";
  return (await reader.all<{ uid: number }>(sql, keyOf("m", mailboxId), first, last)).map(({ uid }) => uid);
}

/** How many letters of a folder have a place there. */
export async function countPlaced(reader: Reader, mailboxId: Id): Promise<number> {
  const sql = "select held from imap_folder where mailbox_id = ?";
  return (await reader.get<{ held: number }>(sql, keyOf("m", mailboxId)))?.held ?? 0;
}

/** The letter is in this folder under this UID; what stood under it before stands there no longer. */
export const placeMessage = (tx: Transactor, message: PlacedMessage): Promise<void> => placeMessages(tx, [message]);

/** The same of many. */
export async function placeMessages(tx: Transactor, messages: readonly PlacedMessage[]): Promise<void> {
  await tx.runAll(
    // No "insert or replace", whose deletion no trigger would count.
    `insert into imap_message (mailbox_id, uid, email_id, keywords, mark) values (?, ?, ?, ?, ?)
     on conflict do update set email_id = excluded.email_id, keywords = excluded.keywords, mark = excluded.mark`,
    messages.map(({ mailboxId, uid, emailId, keywords, mark }) => [
      keyOf("m", mailboxId),
      uid,
      keyOf("e", emailId),
      JSON.stringify(keywords),
      mark,
    ]),
  );
}

/** The server has nothing under this UID any more. */
export async function removePlaced(tx: Transactor, mailboxId: Id, uid: number): Promise<void> {
  await tx.run("delete from imap_message where mailbox_id = ? and uid = ?", keyOf("m", mailboxId), uid);
}

/** Keeps what is known of a copy that has no UID now. @returns its key */
export async function addUnplaced(
  tx: Transactor,
  accountId: Id,
  message: Omit<UnplacedMessage, "id">,
): Promise<number> {
  const { lastKey } = await tx.run(
    "insert into imap_unplaced (account_id, mailbox_id, email_id, keywords, mark, reason) values (?, ?, ?, ?, ?, ?)",
    accountKey(accountId),
    keyOf("m", message.mailboxId),
    keyOf("e", message.emailId),
    JSON.stringify(message.keywords),
    message.mark,
    message.reason,
  );
  return lastKey;
}

export async function removeUnplaced(tx: Transactor, id: number): Promise<void> {
  await tx.run("delete from imap_unplaced where id = ?", id);
}

/** Copies without a UID, oldest first. */
export async function listUnplaced(
  reader: Reader,
  accountId: Id,
  reason: UnplacedReason,
  limit: number,
): Promise<UnplacedMessage[]> {
  const sql = "select * from imap_unplaced where account_id = ? and reason = ? order by id limit ?";
  return (await reader.all<UnplacedRow>(sql, accountKey(accountId), reason, limit)).map(toUnplaced);
}

/** Vanished copies that a letter with this mark may be, those from the same mailbox first. */
export async function unplacedByMark(
  reader: Reader,
  accountId: Id,
  mark: string,
  mailboxId: Id,
): Promise<UnplacedMessage[]> {
  const rows = await reader.all<UnplacedRow>(
    "select * from imap_unplaced where account_id = ? and mark = ? and reason <> 'appending' order by mailbox_id <> ?, id",
    accountKey(accountId),
    mark,
    keyOf("m", mailboxId),
  );
  return rows.map(toUnplaced);
}

/**
 * The mailboxes of a letter that lies on the server with this Message-ID and this many octets, as marks have them. Its
 * message may be there alone: the blob says nothing of it.
 */
export async function mailboxesWithMessage(
  reader: Reader,
  accountId: Id,
  { messageId, size }: { messageId: string; size: number },
): Promise<Id[]> {
  const prefix = `${messageId} ${size} `;
  const rows = await reader.all<{ mailbox_id: number }>(
    `select distinct p.mailbox_id from imap_message m join email e on e.id = m.email_id
     join email_mailbox p on p.email_id = e.id where m.mark >= ? and m.mark < ? and e.account_id = ?`,
    prefix,
    // What follows are digits.
    `${prefix}:`,
    accountKey(accountId),
  );
  return rows.map(({ mailbox_id }) => idOf("m", mailbox_id));
}

/** Whether any copy of the account waits for its UID. */
export async function hasUnplaced(reader: Reader, accountId: Id): Promise<boolean> {
  const sql = "select 1 from imap_unplaced where account_id = ? limit 1";
  return (await reader.get(sql, accountKey(accountId))) !== undefined;
}

/** All uids of the folder have lost their meaning: what lay there has to be found again. */
export async function unplaceAll(tx: Transactor, accountId: Id, mailboxId: Id, reason: UnplacedReason): Promise<void> {
  await tx.run(
    `insert into imap_unplaced (account_id, mailbox_id, email_id, keywords, mark, reason)
     select ?1, mailbox_id, email_id, keywords, mark, ?3 from imap_message where mailbox_id = ?2`,
    accountKey(accountId),
    keyOf("m", mailboxId),
    reason,
  );
  await tx.run("delete from imap_message where mailbox_id = ?", keyOf("m", mailboxId));
}
