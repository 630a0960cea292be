/** The effect of a change on mailbox counts, computed before the server confirms it. Pure. */
import type { Id, Mailbox } from "@pismo/jmap";
import { type EmailRow, isImportant, isSeen, isUnread } from "../records/email-properties.ts";
import { belongsTo } from "../mailboxes/folders.ts";

export type CountedRow = Pick<EmailRow, "mailboxIds" | "keywords">;

export interface CountChange {
  total: number;
  unread: number;
}

function add(changes: Map<Id, CountChange>, row: CountedRow | undefined, sign: 1 | -1): void {
  if (!row) return;
  for (const id of Object.keys(row.mailboxIds)) {
    const { total, unread } = changes.get(id) ?? { total: 0, unread: 0 };
    changes.set(id, { total: total + sign, unread: unread + (isUnread(row) ? sign : 0) });
  }
}

/** Changes of the counts by mailbox, for one Email before and after; undefined: it is not there. */
export function addCountChanges(
  changes: Map<Id, CountChange>,
  before: CountedRow | undefined,
  after: CountedRow | undefined,
): void {
  add(changes, before, -1);
  add(changes, after, 1);
}

/** The same for the folder Important, which is no mailbox. */
export function importantChange(
  mailboxes: readonly Mailbox[],
  before: CountedRow | undefined,
  after: CountedRow | undefined,
): CountChange {
  const count = (row: CountedRow | undefined): CountChange => {
    const folder = { kind: "important" as const, mailbox: undefined };
    const isIn = row !== undefined && isImportant(row) && belongsTo(mailboxes, folder, row.mailboxIds);
    return { total: Number(isIn), unread: Number(isIn && !isSeen(row)) };
  };
  const [old, fresh] = [count(before), count(after)];
  return { total: fresh.total - old.total, unread: fresh.unread - old.unread };
}

/** A mailbox with its counts changed; never less than nothing. */
export function withCounts(mailbox: Mailbox, { total, unread }: CountChange): Mailbox {
  const totalEmails = Math.max(0, mailbox.totalEmails + total);
  const unreadEmails = Math.min(totalEmails, Math.max(0, mailbox.unreadEmails + unread));
  return { ...mailbox, totalEmails, unreadEmails };
}
