/**
 * Emails that wait to be sent ($submitpending, RFC 5550) and are deleted: a person who deletes a letter does not expect it
 * to go out. In Trash they are drafts.
 */
import type { Id } from "@pismo/jmap";
import { accountKey } from "../db/ids.ts";
import type { Transactor } from "../db/reader.ts";
import { cancelPendingOf } from "../submission/cancel-rows.ts";
import { draftKeywords, isPending } from "../submission/pending-keywords.ts";
import type { Membership, MembershipChange } from "./email-mailboxes.ts";

const waits = ({ keywords }: Membership): boolean => isPending(keywords);

/** @returns the changes, with what they make of those that go to Trash */
export async function cancelThrownAway(
  tx: Transactor,
  accountId: Id,
  changes: readonly MembershipChange[],
): Promise<readonly MembershipChange[]> {
  if (!changes.some(({ after }) => waits(after))) return changes;
  const sql = "select id from mailbox where account_id = ? and role = 'trash'";
  const trash = await tx.get<{ id: number }>(sql, accountKey(accountId));
  const isThrownAway = ({ after }: MembershipChange): boolean =>
    trash !== undefined && waits(after) && after.mailboxKeys.includes(trash.id);
  const keys = changes.filter(isThrownAway).map(({ after }) => after.key);
  await cancelPendingOf(tx, accountId, keys);
  return changes.map((change) =>
    isThrownAway(change)
      ? { ...change, after: { ...change.after, keywords: draftKeywords(change.after.keywords) } }
      : change,
  );
}

export async function cancelDestroyed(tx: Transactor, accountId: Id, destroyed: readonly Membership[]): Promise<void> {
  const keys = destroyed.filter(waits).map(({ key }) => key);
  if (keys.length > 0) await cancelPendingOf(tx, accountId, keys);
}
