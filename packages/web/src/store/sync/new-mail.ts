/** Emails that arrive while the page stands open. */
import { type Id, type Mailbox, SEEN } from "@pismo/jmap";
import { announce } from "../announcements.ts";
import type { AccountRecords } from "../records/records.ts";
import { request } from "../session/session.ts";

/** Milliseconds: what was received earlier has not just arrived. */
const fresh = 10 * 60_000;
/** More are not counted. */
const most = 500;

/** Emails that have been announced. */
const told = new Set<Id>();
let isExpected = false;

/** The server says that an Email was delivered (RFC 8621 §1.5): the next sync brings it. */
export function expectNewMail(): void {
  isExpected = true;
}

const inboxOf = (records: AccountRecords): Mailbox | undefined =>
  records.mailboxes.find(({ role }) => role === "inbox");

/**
 * Of the Emails that were received lately: those that are unread and were not announced. Old ones come into the inbox
 * too, from a mail server that is being mirrored or from an import, and are no news.
 */
async function newEmails({ accountId }: AccountRecords, inbox: Mailbox, count: number): Promise<Id[]> {
  const after = new Date(Date.now() - fresh).toISOString();
  const filter = { inMailbox: inbox.id, notKeyword: SEEN, after };
  const sort = [{ property: "receivedAt", isAscending: false }];
  const limit = Math.min(count, most);
  const query = await request((calls) => calls.call("Email/query", { accountId, filter, sort, limit }));
  const ids = query.result().ids.filter((id) => !told.has(id));
  for (const id of ids) told.add(id);
  return ids;
}

async function tell(records: AccountRecords, inbox: Mailbox, count: number): Promise<void> {
  const ids = await newEmails(records, inbox, count);
  if (ids.length === 0) return;
  const row = ids.length === 1 ? records.maps.Email.base(ids[0]!) : undefined;
  const sender = row?.from?.[0];
  const name = sender?.name?.trim() || sender?.email;
  if (row && name) announce("list.arrivedFrom", { name, subject: row.subject?.trim() ?? "" });
  else announce("list.arrived", { count: ids.length });
}

/** Call before a sync, and what it gives after it: what has come is announced. */
export function watchNewMail(records: AccountRecords): () => void {
  const before = inboxOf(records);
  return () => {
    const after = inboxOf(records);
    if (!isExpected || !before || !after) return;
    // Both: an Email that was moved here, or marked as unread, has not just arrived.
    const count = Math.min(after.totalEmails - before.totalEmails, after.unreadEmails - before.unreadEmails);
    if (count <= 0) return;
    isExpected = false;
    // Without an answer there is nothing to say.
    tell(records, after, count).catch(() => undefined);
  };
}
