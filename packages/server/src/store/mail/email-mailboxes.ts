/** An Email's mailboxes and keywords: its mutable part. */
import { DRAFT, FLAGGED, type Id, IMPORTANT, isLabelKeyword, type Keyword, SEEN } from "@pismo/jmap";
import type { CountedEmail } from "./counts.ts";
import { accountKey, keyOf } from "../db/ids.ts";
import { invalid } from "./mailbox-rules.ts";
import type { Reader, Transactor } from "../db/reader.ts";

/** An Email's mutable part, with the columns that the membership rows repeat. */
export interface Membership {
  key: number;
  threadKey: number;
  receivedAt: number;
  /** By which mailboxes list it: receivedAt, until it comes back. */
  sortAt: number;
  hasAttachment: number;
  mailboxKeys: readonly number[];
  keywords: Keyword[];
}

/** Keywords compare without case and are stored in lower case (RFC 8621 §4.1.1). */
export const normalizeKeywords = (keywords: readonly Keyword[]): Keyword[] => [
  ...new Set(keywords.map((keyword) => keyword.toLowerCase())),
];

/** The keys of those of these mailboxes that the account has. */
export async function knownMailboxes(reader: Reader, accountId: Id, ids: readonly Id[]): Promise<ReadonlySet<number>> {
  const rows = await reader.all<{ id: number }>(
    "select m.id from key_rows(?) requested ordered join mailbox m on m.id = requested.value where m.account_id = ?",
    JSON.stringify([...new Set(ids)].map((id) => keyOf("m", id))),
    accountKey(accountId),
  );
  return new Set(rows.map(({ id }) => id));
}

/** @throws SetFailure invalidProperties when a mailbox does not exist, or none is given */
export function assertMailboxes(ids: readonly Id[], known: ReadonlySet<number>): number[] {
  const keys = [...new Set(ids.map((id) => keyOf("m", id)))];
  if (keys.length === 0) throw invalid("mailboxIds", "An Email is in at least one mailbox");
  if (!keys.every((key) => known.has(key))) throw invalid("mailboxIds", "There is no such mailbox");
  return keys;
}

export const countedEmailOf = ({
  mailboxKeys,
  keywords,
}: Pick<Membership, "mailboxKeys" | "keywords">): CountedEmail => ({
  mailboxKeys,
  labels: keywords.filter(isLabelKeyword),
  isUnread: !keywords.includes(SEEN) && !keywords.includes(DRAFT),
});

const flagsOf = ({ keywords }: Pick<Membership, "keywords">): number[] =>
  [SEEN, FLAGGED, IMPORTANT, DRAFT].map((keyword) => Number(keywords.includes(keyword)));

/** For Emails that have no rows yet. */
export async function writeMemberships(
  tx: Transactor,
  accountId: Id,
  memberships: readonly Membership[],
): Promise<void> {
  await insertMailboxRows(tx, accountId, memberships);
  await insertKeywordRows(tx, accountId, memberships);
}

async function insertMailboxRows(tx: Transactor, accountId: Id, memberships: readonly Membership[]): Promise<void> {
  const account = accountKey(accountId);
  await tx.runAll(
    `insert into email_mailbox (account_id, mailbox_id, received_at, email_id, thread_id, is_seen, is_flagged, is_important, is_draft, has_attachment)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    memberships.flatMap(({ key, threadKey, sortAt, hasAttachment, mailboxKeys, keywords }) => {
      const flags = flagsOf({ keywords });
      return mailboxKeys.map((mailbox) => [account, mailbox, sortAt, key, threadKey, ...flags, hasAttachment]);
    }),
  );
}

async function insertKeywordRows(tx: Transactor, accountId: Id, memberships: readonly Membership[]): Promise<void> {
  const account = accountKey(accountId);
  await tx.runAll(
    "insert into email_keyword (account_id, keyword, received_at, email_id) values (?, ?, ?, ?)",
    memberships.flatMap(({ key, receivedAt, keywords }) =>
      keywords.map((keyword) => [account, keyword, receivedAt, key]),
    ),
  );
}

export interface MembershipChange {
  before: Membership;
  after: Membership;
}

const without = <T>(items: readonly T[], others: readonly T[]): T[] => items.filter((item) => !others.includes(item));

/** The mailboxes whose row of the Email is another one afterwards: with another place in the list it is a new one. */
const gone = ({ before, after }: MembershipChange): readonly number[] =>
  before.sortAt === after.sortAt ? without(before.mailboxKeys, after.mailboxKeys) : before.mailboxKeys;
const added = ({ before, after }: MembershipChange): readonly number[] =>
  before.sortAt === after.sortAt ? without(after.mailboxKeys, before.mailboxKeys) : after.mailboxKeys;

/**
 * Writes what differs. A row that stays is updated in place: PostgreSQL then touches no index, and the newest Email of
 * its thread in the mailbox stays the same.
 */
export async function rewriteMemberships(
  tx: Transactor,
  accountId: Id,
  changes: readonly MembershipChange[],
): Promise<void> {
  const account = accountKey(accountId);
  await tx.runAll(
    "delete from email_mailbox where mailbox_id = ? and received_at = ? and email_id = ? and account_id = ?",
    changes.flatMap((change) =>
      gone(change).map((mailbox) => [mailbox, change.before.sortAt, change.before.key, account]),
    ),
  );
  await tx.runAll(
    "delete from email_keyword where keyword = ? and email_id = ? and +account_id = ?",
    changes.flatMap(({ before, after }) =>
      without(before.keywords, after.keywords).map((keyword) => [keyword, before.key, account]),
    ),
  );
  await tx.runAll(
    "update email_mailbox set is_seen = ?, is_flagged = ?, is_important = ?, is_draft = ? where email_id = ? and account_id = ?",
    changes.flatMap(({ before, after }) => {
      const isStaying = after.mailboxKeys.some((mailbox) => before.mailboxKeys.includes(mailbox));
      const flags = flagsOf(after);
      return isStaying && flags.join() !== flagsOf(before).join() ? [[...flags, after.key, account]] : [];
    }),
  );
  await tx.runAll(
    "update email set sort_at = nullif(?, received_at) where id = ? and account_id = ?",
    changes.flatMap(({ before, after }) =>
      before.sortAt === after.sortAt ? [] : [[after.sortAt, after.key, account]],
    ),
  );
  const addedTo = changes.map((change) => ({ ...change.after, mailboxKeys: added(change) }));
  await insertMailboxRows(tx, accountId, addedTo);
  const newlyMarked = changes.map(({ before, after }) => ({
    ...after,
    keywords: without(after.keywords, before.keywords),
  }));
  await insertKeywordRows(tx, accountId, newlyMarked);
}
