/**
 * Letters that go away and come back: an extension of ours. A snoozed Email lies in the mailbox with the role "snoozed"
 * (IANA's registry of IMAP mailbox name attributes) until its time has come or a new Email arrives in its Thread. It then
 * comes back to where it was, on top: a list of a mailbox for which no sort is asked has the order of the server, which is
 * newest first, with what came back at the moment at which it did. Its receivedAt stays.
 *
 * A sent Email that nothing answers comes to the inbox in the same way: it stays where it is until its time, and an answer
 * that arrives before (a letter of others whose In-Reply-To or References names it) ends that. EmailSubmission has
 * remindAfterDays for it, which count from the moment at which a server took the message.
 */
import type { Id, UTCDate } from "../core/core.ts";
import type { SetError } from "../core/errors.ts";

/** An account capability. */
export const SNOOZE = "tag:pismo.localhost,2026:snooze";

/** The role of the mailbox that snoozed Emails lie in. */
export const SNOOZED_ROLE = "snoozed";

/** The keyword of an Email that has come back, until it is moved or snoozed again. */
export const RETURNED = "pismo-returned";

/** The value of the account capability. */
export interface SnoozeCapability {
  /** Whether sent Emails that nothing answers come to the inbox; left out by releases that do not know it. */
  mayRemind?: boolean;
  /**
   * false: nothing puts them back. Where ours stands in front of another JMAP server, an Email whose time has come (`until`
   * is then the moment at which it did, or at which a new Email arrived in its Thread) lies among the snoozed ones until a
   * client moves it, and clients show it above the inbox.
   */
  bringsBack?: boolean;
}

/** How far away the time may be, in days. */
export const MAX_SNOOZE_DAYS = 366;

export interface Snooze {
  /** The Email's. */
  id: Id;
  until: UTCDate;
  /** It stays where it is, and comes to the inbox unless an answer arrives before. */
  ifUnanswered?: true;
  /**
   * Its time has come, and nothing has answered it. Where nothing puts it into the inbox (`bringsBack: false`) it stays
   * where it is, and clients show it above the inbox until it is answered, thrown away or put with null.
   */
  isUnanswered?: true;
}

export interface SnoozeGetArgs {
  accountId: Id;
  /** Ids of Emails; null: all that are snoozed. The next to come back is the first. */
  ids: Id[] | null;
}

export interface SnoozeGetResult {
  accountId: Id;
  list: Snooze[];
  /** Those that are not snoozed. */
  notFound: Id[];
}

export interface SnoozePutArgs {
  accountId: Id;
  /** Until when, by the Emails' ids; null: it goes back to where it was, as if it had not been snoozed. */
  emails: Record<Id, UTCDate | null>;
  /** Of the mailbox with the role, where it is made now; at a mail server it is "Snoozed". */
  mailboxName?: string;
  /** See Snooze: for Emails that the account has sent and that nothing has answered yet. */
  ifUnanswered?: boolean;
}

export interface SnoozePutResult {
  accountId: Id;
  /** `before`: until when it was away already, where it was. */
  snoozed: Record<Id, { until: UTCDate | null; before?: UTCDate }> | null;
  /** invalidProperties with "role": another JMAP server has no mailbox for it, and takes none with the role. */
  notSnoozed: Record<Id, SetError> | null;
}
