/** Letters that arrive while the page stands open. */
import type { Mailbox } from "@pismo/jmap";
import { announce } from "./announcements.ts";
import { type EmailRow, isUnread } from "./email-properties.ts";
import type { AccountRecords } from "./records.ts";

/** Milliseconds: an older letter at the top of the inbox is not the one that has just come. */
const fresh = 10 * 60_000;

let isExpected = false;

/** The server says that a letter was delivered (RFC 8621 §1.5): the next sync brings it. */
export function expectArrival(): void {
  isExpected = true;
}

const inboxOf = (records: AccountRecords): Mailbox | undefined =>
  records.mailboxes.find(({ role }) => role === "inbox");

function newestUnread(records: AccountRecords, inbox: Mailbox): EmailRow | undefined {
  const rows = records.maps.Email.values().filter((row) => inbox.id in row.mailboxIds && isUnread(row));
  const newest = rows.reduce<EmailRow | undefined>(
    (latest, row) => (latest && latest.receivedAt >= row.receivedAt ? latest : row),
    undefined,
  );
  return newest && Date.now() - Date.parse(newest.receivedAt) < fresh ? newest : undefined;
}

/** Call before a sync, and what it gives after it: what has come is announced. */
export function watchArrivals(records: AccountRecords): () => void {
  const before = inboxOf(records);
  return () => {
    const after = inboxOf(records);
    if (!isExpected || !before || !after) return;
    // Both: a letter that was moved here, or marked as unread, has not just arrived.
    const count = Math.min(after.totalEmails - before.totalEmails, after.unreadEmails - before.unreadEmails);
    if (count <= 0) return;
    isExpected = false;
    const row = count === 1 ? newestUnread(records, after) : undefined;
    const sender = row?.from?.[0];
    const name = sender?.name?.trim() || sender?.email;
    if (row && name) announce("list.arrivedFrom", { name, subject: row.subject?.trim() ?? "" });
    else announce("list.arrived", { count });
  };
}
