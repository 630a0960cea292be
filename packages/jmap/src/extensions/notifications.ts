/**
 * Notifications of new Emails while no tab is open: an extension of ours. A PushSubscription (RFC 8620 §7.2) that is made
 * with `notifies` is pushed NewEmails messages in place of state changes; what they are about is among the account's
 * Preferences.
 */
import type { Id, UTCDate } from "../core/core.ts";
import type { Keyword } from "../mail/email.ts";

/** A capability of the session, and of accounts that notifications can be about. */
export const NOTIFICATIONS = "tag:pismo.localhost,2026:notifications";

/** What a browser that is to show notifications says in PushSubscription/set, where NOTIFICATIONS is in `using`. */
export interface NotifyingSubscription {
  notifies: boolean;
  /** Names the browser in a list. */
  userAgent: string | null;
}

/** Of an account whose notifications are on. */
export interface NotificationRules {
  /** Emails that arrive in the inbox, those among them from the contacts, or in the mailboxes and labels that were chosen. */
  about: "inbox" | "contacts" | "chosen";
  mailboxIds: Record<Id, true>;
  keywords: Record<Keyword, true>;
  quietHours: QuietHours | null;
}

export const MAX_NOTIFYING_PLACES = 200;

/** Local times of each day, as HH:MM. What arrives from `from` until `until` is not notified of, later neither. */
export interface QuietHours {
  from: string;
  until: string;
  /** A name of the IANA time zone database. */
  timeZone: string;
}

/** RFC 8291 encrypts it: the push service sees its length alone. */
interface NewEmailsBase {
  accountId: Id;
  /** Where the person has several accounts. */
  accountName?: string;
  /** Unread Emails in the inboxes of the person's accounts. */
  unread: number;
  /** When the newest was received. */
  receivedAt: UTCDate;
}

/** New Emails of one Thread. */
export interface NewEmails extends NewEmailsBase {
  "@type": "NewEmails";
  threadId: Id;
  /** The newest one. */
  emailId: Id;
  /** The sender's name, or the address where there is none. */
  from: string;
  subject: string;
  count: number;
}

/** New Emails of so many Threads at once that each would be too much. */
export interface ManyNewEmails extends NewEmailsBase {
  "@type": "ManyNewEmails";
  /** Of the newest ones. */
  from: string[];
  count: number;
}

export type NotificationMessage = NewEmails | ManyNewEmails;
