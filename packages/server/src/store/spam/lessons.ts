/** What a person says of letters by what they do to them: spam, or not. Learned in the background (spam/spam-learner.ts). */
import { ANSWERED, DRAFT, FLAGGED, type Id, type Keyword } from "@pismo/jmap";
import { accountKey, idOf, keyOf, keysOf } from "../db/ids.ts";
import type { Reader, Transactor } from "../db/reader.ts";
import { findMailboxByRole, getMailboxes } from "../mail/mailboxes.ts";
import { getFilterState } from "./spam-filter.ts";

interface Place {
  mailboxIds: readonly Id[];
  keywords: readonly Keyword[];
}

/** An Email that a person changed, here or in another program. */
export interface PlaceChange {
  emailId: Id;
  before: Place;
  after: Place;
}

const sameIds = (one: readonly Id[], other: readonly Id[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));
const isNew = (keyword: Keyword, { before, after }: PlaceChange): boolean =>
  after.keywords.includes(keyword) && !before.keywords.includes(keyword);
const isKept = (change: PlaceChange): boolean => isNew(ANSWERED, change) || isNew(FLAGGED, change);

/** @param roles of the mailboxes @returns undefined: it says nothing */
function lessonOf(change: PlaceChange, roles: ReadonlyMap<Id, string | null>): boolean | undefined {
  const { before, after } = change;
  const has = ({ mailboxIds }: Place, role: string): boolean => mailboxIds.some((id) => roles.get(id) === role);
  if (has(after, "junk")) return has(before, "junk") ? undefined : true;
  if (has(after, "trash")) return undefined;
  if (has(before, "junk") || isKept(change)) return false;
  // Filed by hand.
  const places = after.mailboxIds.filter((id) => !before.mailboxIds.includes(id)).map((id) => roles.get(id));
  return has(before, "inbox") && places.some((role) => role === null || role === "archive") ? false : undefined;
}

/** Each is the reading of a whole letter, and a rule may be applied to all of a mailbox. */
const MAX_WAITING = 200;

/** Of many that wait to be learned for the first time, those of the oldest letters are dropped. */
async function dropSome(tx: Transactor, accountId: Id): Promise<void> {
  await tx.run(
    `delete from spam_lesson where account_id = ?1 and learned <> is_spam and learned = -1 and email_id <
       (select email_id from spam_lesson where account_id = ?1 and learned <> is_spam and learned = -1
        order by email_id desc limit 1 offset ?2)`,
    accountKey(accountId),
    MAX_WAITING - 1,
  );
}

/** In the transaction of the change, where the filter is on. */
export async function noteLessons(tx: Transactor, accountId: Id, changes: readonly PlaceChange[]): Promise<void> {
  const telling = changes.filter(
    (change) =>
      !change.after.keywords.includes(DRAFT) &&
      (isKept(change) || !sameIds(change.before.mailboxIds, change.after.mailboxIds)),
  );
  if (telling.length === 0 || !(await getFilterState(tx, accountId))?.isOn) return;
  const named = new Set(telling.flatMap(({ before, after }) => [...before.mailboxIds, ...after.mailboxIds]));
  const roles = new Map((await getMailboxes(tx, accountId, [...named])).map(({ id, role }) => [id, role]));
  const lessons = telling.flatMap((change) => {
    const isSpam = lessonOf(change, roles);
    return isSpam === undefined ? [] : [[accountKey(accountId), keyOf("e", change.emailId), Number(isSpam)]];
  });
  if (lessons.length === 0) return;
  await tx.runAll(
    `insert into spam_lesson (account_id, email_id, is_spam, learned) values (?, ?, ?, -1)
     on conflict (email_id, account_id) do update set is_spam = excluded.is_spam`,
    lessons,
  );
  await dropSome(tx, accountId);
}

/** What another program copies into spam, or out of it, to take it away afterwards. */
export async function noteMovedAround(tx: Transactor, accountId: Id, changes: readonly PlaceChange[]): Promise<void> {
  if (changes.length === 0) return;
  const junk = (await findMailboxByRole(tx, accountId, "junk"))?.id;
  const isJunk = ({ mailboxIds }: Place): boolean => junk !== undefined && mailboxIds.includes(junk);
  await noteLessons(
    tx,
    accountId,
    changes.filter(({ before, after }) => isJunk(before) !== isJunk(after)),
  );
}

/** A letter that is to be learned from. */
export interface Lesson {
  accountId: Id;
  emailId: Id;
  blobId: Id;
  /** Octets. */
  size: number;
}

/** Of all accounts. @param except Emails that are passed over */
export async function nextLessons(reader: Reader, limit: number, except: readonly Id[]): Promise<Lesson[]> {
  const rows = await reader.all<{ account_id: number; email_id: number; blob_id: Id; size: number }>(
    `select l.account_id, l.email_id, e.blob_id, e.size from spam_lesson l
     join email e on e.id = l.email_id and e.account_id = l.account_id
     where l.learned <> l.is_spam and l.email_id not in key_list(?) order by l.account_id, l.email_id limit ?`,
    JSON.stringify(keysOf("e", except)),
    limit,
  );
  return rows.map(({ account_id, email_id, blob_id, size }) => ({
    accountId: idOf("a", account_id),
    emailId: idOf("e", email_id),
    blobId: blob_id,
    size,
  }));
}
