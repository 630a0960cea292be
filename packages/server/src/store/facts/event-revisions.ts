/** The states of events that letters tell of, and which of them a later letter replaces. */
import { addressKey, type Id, type SupersededEvent } from "@pismo/jmap";
import type { EventRevision } from "@pismo/jmap/ical";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import type { KnownSender } from "./known-sender.ts";
import { isBelievable } from "./regroup.ts";
import { type LetterRevision, supersederOf } from "./superseding.ts";

/** A letter with its events, in their order. */
export interface LetterEvents {
  emailId: Id;
  /** The author's address. */
  author: string;
  revisions: readonly EventRevision[];
}

/** In place of what the letters had. */
export async function replaceRevisions(tx: Transactor, accountId: Id, letters: readonly LetterEvents[]): Promise<void> {
  const account = accountKey(accountId);
  await tx.runAll(
    "delete from event_revision where email_id = ? and account_id = ?",
    letters.map(({ emailId }) => [keyOf("e", emailId), account]),
  );
  await tx.runAll(
    `insert into event_revision
       (account_id, email_id, place, uid, organizer, recurrence_id, sequence, stamp, is_cancelled, author)
     values (?, ?, ?, ?, ?, ?, cast(? as bigint), cast(? as bigint), ?, ?)`,
    letters.flatMap(({ emailId, author, revisions }) =>
      revisions.map(({ uid, organizer, recurrenceId, sequence, stamp, isCancelled }, place) => [
        account,
        keyOf("e", emailId),
        place,
        uid,
        organizer,
        recurrenceId ?? "",
        sequence,
        stamp,
        Number(isCancelled),
        addressKey(author),
      ]),
    ),
  );
}

interface Row {
  email_id: number;
  uid: string;
  organizer: string;
  recurrence_id: string;
  sequence: number;
  stamp: number;
  is_cancelled: number;
  author: string;
  sender_check: KnownSender;
}

const toRevision = (row: Row): LetterRevision => ({
  emailId: row.email_id,
  organizer: row.organizer,
  recurrenceId: row.recurrence_id === "" ? null : row.recurrence_id,
  sequence: row.sequence,
  stamp: row.stamp,
  isCancelled: row.is_cancelled === 1,
  author: row.author,
  sender: row.sender_check,
});

/** Of a letter: a card is shown of no more. */
const MAX_EVENTS = 10;
/** Of one event: of those that were changed hundreds of times the newest are looked at. */
const MAX_OTHERS = 20;

const columns = `r.email_id, r.uid, r.organizer, r.recurrence_id, r.sequence, r.stamp, r.is_cancelled, r.author, f.sender_check
  from event_revision r join email_fact f on f.email_id = r.email_id and f.account_id = r.account_id`;

async function othersOf(reader: Reader, account: number, own: Row): Promise<Row[]> {
  const same = "r.account_id = ? and r.uid = ? and r.organizer = ?";
  const event = [account, own.uid, own.organizer] as const;
  const changes = await reader.all<Row>(
    `select ${columns} where ${same} and r.recurrence_id = ? and r.is_cancelled = 0 and r.sequence >= ?
       and r.email_id <> ? and ${isBelievable} order by r.sequence desc, r.stamp desc limit ?`,
    ...event,
    own.recurrence_id,
    own.sequence,
    own.email_id,
    MAX_OTHERS,
  );
  const ends = await reader.all<Row>(
    `select ${columns} where ${same} and r.recurrence_id in (?, '') and r.is_cancelled = 1
       and r.email_id <> ? and ${isBelievable} order by r.stamp desc limit ?`,
    ...event,
    own.recurrence_id,
    own.email_id,
    MAX_OTHERS,
  );
  return [...changes, ...ends];
}

/** What later letters change or call off, by the Emails' ids. */
export async function supersededEvents(
  reader: Reader,
  accountId: Id,
  ids: readonly Id[],
): Promise<Map<Id, SupersededEvent[]>> {
  const account = accountKey(accountId);
  const own = await reader.all<Row>(
    `select ${columns} where r.email_id in key_list(?) and r.account_id = ? and r.place < ? and r.is_cancelled = 0
     order by r.email_id, r.place`,
    JSON.stringify(keysOf("e", ids)),
    account,
    MAX_EVENTS,
  );
  const found = new Map<Id, SupersededEvent[]>();
  for (const row of own) {
    const revision = toRevision(row);
    const later = supersederOf(revision, (await othersOf(reader, account, row)).map(toRevision));
    if (!later) continue;
    const { uid, recurrence_id: recurrenceId } = row;
    const id = idOf("e", row.email_id);
    const event = { uid, recurrenceId: recurrenceId === "" ? null : recurrenceId, isCancelled: later.isCancelled };
    found.set(id, [...(found.get(id) ?? []), { ...event, emailId: idOf("e", later.emailId) }]);
  }
  return found;
}
