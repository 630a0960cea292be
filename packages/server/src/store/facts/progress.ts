/**
 * Which letters are still to be read for their facts. The log of changes names what has come and what has been moved, so
 * that nothing is noted while letters are taken in; what was there before is gone through from the newest letter down.
 */
import { categoriesOf, type Category, DRAFT, type Id, type Keyword } from "@pismo/jmap";
import type { PartNode } from "../../mime/parse/part.ts";
import { accountKey, idOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { headersOf, structureOf } from "../mail/broken-email.ts";
import { ownLetters } from "../people/own-letters.ts";
import type { KnownSender } from "./known-sender.ts";

/** The number of the last change of any kind, by account. @param accountIds left out: all */
export async function lastChanges(reader: Reader, accountIds?: readonly Id[]): Promise<Map<Id, number>> {
  const rows = await reader.all<{ id: number; modseq: number }>(
    `select id, modseq from account where is_removed = 0 ${accountIds ? "and id in key_list(?)" : ""} order by id`,
    ...(accountIds ? [JSON.stringify(keysOf("a", accountIds))] : []),
  );
  return new Map(rows.map(({ id, modseq }) => [idOf("a", id), modseq]));
}

export interface Progress {
  /** Up to this change all have been looked at. */
  modseq: number;
  /** The key of the newest letter of those that were there before and have not been read; 0: all have. */
  backlog: number;
}

export async function progressOf(reader: Reader, accountId: Id): Promise<Progress> {
  const row = await reader.get<Progress>(
    "select modseq, backlog from fact_progress where account_id = ?",
    accountKey(accountId),
  );
  return row ?? { modseq: 0, backlog: 0 };
}

/** Each of the two moves in one direction; what another step has written stays. */
export async function noteProgress(tx: Transactor, accountId: Id, { modseq, backlog }: Progress): Promise<void> {
  await tx.run(
    `insert into fact_progress (account_id, modseq, backlog) values (?, ?, ?)
     on conflict (account_id) do update set modseq = excluded.modseq, backlog = excluded.backlog`,
    accountKey(accountId),
    modseq,
    backlog,
  );
}

export interface ChangedLetters {
  /** They came after the number. */
  created: Id[];
  changed: Id[];
  destroyed: Id[];
  /** Of the last of them. */
  modseq: number;
}

export async function changedAfter(
  reader: Reader,
  accountId: Id,
  modseq: number,
  limit: number,
): Promise<ChangedLetters | undefined> {
  const rows = await reader.all<{ object_id: number; created_modseq: number; modseq: number; is_destroyed: number }>(
    `select object_id, created_modseq, modseq, is_destroyed from change
     where account_id = ? and type = 'Email' and modseq > ? order by modseq limit ?`,
    accountKey(accountId),
    modseq,
    limit,
  );
  if (rows.length === 0) return undefined;
  const ids = (which: (row: (typeof rows)[number]) => boolean): Id[] =>
    rows.filter(which).map(({ object_id }) => idOf("e", object_id));
  return {
    created: ids((row) => row.is_destroyed === 0 && row.created_modseq > modseq),
    changed: ids((row) => row.is_destroyed === 0 && row.created_modseq <= modseq),
    destroyed: ids((row) => row.is_destroyed === 1),
    modseq: rows.at(-1)!.modseq,
  };
}

/** Of those that were there before, the newest first. */
export async function backlogFrom(reader: Reader, accountId: Id, key: number, limit: number): Promise<number[]> {
  const rows = await reader.all<{ id: number }>(
    "select id from email where account_id = ? and id <= ? order by id desc limit ?",
    accountKey(accountId),
    key,
    limit,
  );
  return rows.map(({ id }) => id);
}

/** Its message has just come from its server. The log may not say so: the next number has the account looked at. */
export async function noteFactDue(tx: Transactor, accountId: Id, emailKey: number): Promise<void> {
  await tx.run(
    "insert into fact_due (account_id, email_id) values (?, ?) on conflict do nothing",
    accountKey(accountId),
    emailKey,
  );
  await tx.nextModSeq(accountId);
}

export async function dueLetters(reader: Reader, accountId: Id, limit: number): Promise<Id[]> {
  const rows = await reader.all<{ email_id: number }>(
    "select email_id from fact_due where account_id = ? order by email_id desc limit ?",
    accountKey(accountId),
    limit,
  );
  return rows.map(({ email_id }) => idOf("e", email_id));
}

export async function forgetDue(tx: Transactor, accountId: Id, ids: readonly Id[]): Promise<void> {
  await tx.runAll(
    "delete from fact_due where account_id = ? and email_id = ?",
    keysOf("e", ids).map((key) => [accountKey(accountId), key]),
  );
}

/** What is known of a letter before it is read. */
export interface KnownLetter {
  id: Id;
  blobId: Id;
  size: number;
  /** Its message is still on its server. */
  isPartial: boolean;
  /** A client brought it: of these some were received elsewhere, and others the person has written. */
  isFromClient: boolean;
  /** The person has written it, or is still writing it, as far as a letter of a client says. */
  isWritten: boolean;
  category: Category | null;
  /** Why it has its category, or none, is known. */
  hasFinding: boolean;
  keywords: Keyword[];
  mailboxIds: Id[];
  /** Of its mailboxes. */
  roles: (string | null)[];
  receivedAt: Date;
  /** Read where it is needed. */
  readonly structure: PartNode;
  /** What was read before. */
  read: { category: Category | null; sender: KnownSender; isRead: boolean } | undefined;
}

interface Row {
  id: number;
  blob_id: Id;
  size: number;
  is_partial: number;
  is_from_client: number;
  received_at: number;
  headers: string;
  structure: string;
  keywords: string;
  has_finding: number;
  mailboxes: string;
  roles: string;
  category: Category | null;
  sender_check: KnownSender | null;
  is_read: number | null;
}

const isBrought = (row: Row): boolean => row.is_from_client === 1;

export async function knownLetters(reader: Reader, accountId: Id, ids: readonly Id[]): Promise<KnownLetter[]> {
  const rows = await reader.all<Row>(
    `select e.id, e.blob_id, e.size, e.is_partial, e.is_from_client, e.received_at, c.headers, c.structure,
       (select json_group_array(keyword) from email_keyword k where k.email_id = e.id and +k.account_id = e.account_id) as keywords,
       (select count(*) from email_category g where g.email_id = e.id and g.account_id = e.account_id) as has_finding,
       (select json_group_array(m.mailbox_id) from email_mailbox m where m.email_id = e.id and m.account_id = e.account_id) as mailboxes,
       (select json_group_array(b.role) from email_mailbox m join mailbox b on b.id = m.mailbox_id and b.account_id = m.account_id
         where m.email_id = e.id and m.account_id = e.account_id) as roles,
       f.category, f.sender_check, f.is_read
     from key_rows(?) requested ordered join email e on e.id = requested.value
       join email_content c on c.email_id = e.id and c.account_id = e.account_id
       left join email_fact f on f.email_id = e.id and f.account_id = e.account_id
     where e.account_id = ?`,
    JSON.stringify(keysOf("e", ids)),
    accountKey(accountId),
  );
  const isOwn = rows.some(isBrought) ? await ownLetters(reader, accountId) : () => false;
  return rows.map((row) => {
    const keywords = JSON.parse(row.keywords) as Keyword[];
    const [category = null] = categoriesOf(keywords);
    const { sender_check: sender } = row;
    return {
      id: idOf("e", row.id),
      blobId: row.blob_id,
      size: row.size,
      isPartial: row.is_partial === 1,
      isFromClient: isBrought(row),
      isWritten: isBrought(row) && (keywords.includes(DRAFT) || isOwn({ headers: headersOf(row.headers) })),
      receivedAt: new Date(row.received_at),
      get structure(): PartNode {
        return structureOf(row.structure);
      },
      category,
      hasFinding: row.has_finding > 0,
      keywords,
      mailboxIds: (JSON.parse(row.mailboxes) as number[]).map((key) => idOf("m", key)),
      roles: JSON.parse(row.roles) as (string | null)[],
      read: sender === null ? undefined : { category: row.category, sender, isRead: row.is_read === 1 },
    };
  });
}
