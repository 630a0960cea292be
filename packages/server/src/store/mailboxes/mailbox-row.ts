/** The row of a mailbox, and the Mailbox that it is: RFC 8621 §2. */
import type { Mailbox } from "@pismo/jmap";
import { idOf } from "../db/ids.ts";
import { mailboxRights } from "./mailbox-rights.ts";

export type MailboxProperties = Pick<Mailbox, "name" | "parentId" | "role" | "sortOrder" | "isSubscribed">;

export type NewMailbox = Pick<Mailbox, "name"> & Partial<MailboxProperties>;

export interface MailboxRow {
  id: number;
  name: string;
  parent_id: number | null;
  role: string | null;
  sort_order: number;
  is_subscribed: number;
  rights: string | null;
  total_emails: number;
  unread_emails: number;
  total_threads: number;
  unread_threads: number;
}

export const toMailbox = (row: MailboxRow): Mailbox => ({
  id: idOf("m", row.id),
  name: row.name,
  parentId: row.parent_id === null ? null : idOf("m", row.parent_id),
  role: row.role,
  sortOrder: row.sort_order,
  totalEmails: row.total_emails,
  unreadEmails: row.unread_emails,
  totalThreads: row.total_threads,
  unreadThreads: row.unread_threads,
  myRights: mailboxRights(row.role, row.rights),
  isSubscribed: row.is_subscribed === 1,
});
