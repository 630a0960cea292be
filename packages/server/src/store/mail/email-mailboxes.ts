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

/** For Emails that have no rows yet. */
export async function writeMemberships(
  tx: Transactor,
  accountId: Id,
  memberships: readonly Membership[],
): Promise<void> {
  const account = accountKey(accountId);
  await tx.runAll(
    `insert into email_mailbox (account_id, mailbox_id, received_at, email_id, thread_id, is_seen, is_flagged, is_important, is_draft, has_attachment)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    memberships.flatMap(({ key, threadKey, receivedAt, hasAttachment, mailboxKeys, keywords }) => {
      const flags = [SEEN, FLAGGED, IMPORTANT, DRAFT].map((keyword) => Number(keywords.includes(keyword)));
      return mailboxKeys.map((mailbox) => [account, mailbox, receivedAt, key, threadKey, ...flags, hasAttachment]);
    }),
  );
  await tx.runAll(
    "insert into email_keyword (account_id, keyword, received_at, email_id) values (?, ?, ?, ?)",
    memberships.flatMap(({ key, receivedAt, keywords }) =>
      keywords.map((keyword) => [account, keyword, receivedAt, key]),
    ),
  );
}
