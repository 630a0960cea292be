/** Where a letter lies and what it is marked with: the part of an Email that changes. */
import { DRAFT, FLAGGED, type Id, IMPORTANT, type Keyword, SEEN } from "@pismo/jmap";
import type { Placement } from "./counts.ts";
import { accountKey, keyOf } from "./ids.ts";
import { invalid } from "./mailbox-rules.ts";
import type { Reader, Transactor } from "./reader.ts";

/** An Email's mutable part, with what the membership rows repeat of the rest. */
export interface Places {
  key: number;
  threadKey: number;
  receivedAt: number;
  hasAttachment: number;
  mailboxKeys: readonly number[];
  keywords: Keyword[];
}

/** Keywords compare without case and are kept in lower case (RFC 8621 §4.1.1). */
export const normalizeKeywords = (keywords: readonly Keyword[]): Keyword[] => [
  ...new Set(keywords.map((keyword) => keyword.toLowerCase())),
];

/** Which of these mailboxes the account has, by key. */
export async function knownMailboxes(reader: Reader, accountId: Id, ids: readonly Id[]): Promise<ReadonlySet<number>> {
  const rows = await reader.all<{ id: number }>(
    "select m.id from json_each(?) wanted cross join mailbox m on m.id = wanted.value where m.account_id = ?",
    JSON.stringify([...new Set(ids)].map((id) => keyOf("m", id))),
    accountKey(accountId),
  );
  return new Set(rows.map(({ id }) => id));
}

/** @throws SetFailure invalidProperties when a mailbox is not there, or none is given */
export function assertMailboxes(ids: readonly Id[], known: ReadonlySet<number>): number[] {
  const keys = [...new Set(ids.map((id) => keyOf("m", id)))];
  if (keys.length === 0) throw invalid("mailboxIds", "An Email is in at least one mailbox");
  if (!keys.every((key) => known.has(key))) throw invalid("mailboxIds", "There is no such mailbox");
  return keys;
}

export const placementOf = ({ mailboxKeys, keywords }: Pick<Places, "mailboxKeys" | "keywords">): Placement => ({
  mailboxKeys,
  isUnread: !keywords.includes(SEEN) && !keywords.includes(DRAFT),
});

/** Of letters that have no rows yet. */
export async function writePlaces(tx: Transactor, accountId: Id, letters: readonly Places[]): Promise<void> {
  await tx.runAll(
    `insert into email_mailbox (mailbox_id, received_at, email_id, thread_id, is_seen, is_flagged, is_important, is_draft, has_attachment)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    letters.flatMap(({ key, threadKey, receivedAt, hasAttachment, mailboxKeys, keywords }) => {
      const flags = [SEEN, FLAGGED, IMPORTANT, DRAFT].map((keyword) => Number(keywords.includes(keyword)));
      return mailboxKeys.map((mailbox) => [mailbox, receivedAt, key, threadKey, ...flags, hasAttachment]);
    }),
  );
  const account = accountKey(accountId);
  await tx.runAll(
    "insert into email_keyword (account_id, keyword, received_at, email_id) values (?, ?, ?, ?)",
    letters.flatMap(({ key, receivedAt, keywords }) => keywords.map((keyword) => [account, keyword, receivedAt, key])),
  );
}
