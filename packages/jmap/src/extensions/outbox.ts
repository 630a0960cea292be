/**
 * Letters that were sent and have not arrived: an extension of ours. An EmailSubmission says what became of each
 * recipient; this finds those that want attention, tries again at once, and gives a letter back to be edited.
 * The state of all of it is that of EmailSubmission.
 */
import type { Id, State, UTCDate } from "../core/core.ts";
import type { SetError } from "../core/errors.ts";
import type { SendProblem } from "../mail/smtp-reply.ts";

export const OUTBOX = "tag:pismo.localhost,2026:outbox";

export interface OutboxRecipient {
  email: string;
  /** "unknown": the connection broke when the letter may have been taken already; it is not sent again by itself. */
  state: "waiting" | "sending" | "sent" | "failed" | "unknown";
  /** Of the last attempt; null before the first and of those that have it. */
  problem: SendProblem | null;
  /** The server's own words. */
  reply: string | null;
  /** Of those that wait. */
  nextAttemptAt: UTCDate | null;
}

export interface OutboxEntry {
  /** The id of the EmailSubmission. */
  id: Id;
  /** The Email; null when it was destroyed in the meantime. */
  emailId: Id | null;
  subject: string | null;
  sendAt: UTCDate;
  recipients: OutboxRecipient[];
}

export interface OutboxGetArgs {
  accountId: Id;
}

export interface OutboxGetResult {
  accountId: Id;
  /** Of EmailSubmission. */
  state: State;
  /** Oldest first. */
  list: OutboxEntry[];
}

export interface OutboxChangeArgs {
  accountId: Id;
  ids: Id[];
}

/** "cannotUnsend": all of it has gone, or is on its way at this moment; "notFound": done already. */
export interface OutboxRetryResult {
  accountId: Id;
  updated: Record<Id, null> | null;
  notUpdated: Record<Id, SetError> | null;
}

export interface OutboxEditResult {
  accountId: Id;
  /**
   * If no recipient has it, it becomes a draft again, and `recipients` is null. Otherwise it stays in Sent, and
   * `recipients` are those who do not.
   */
  updated: Record<Id, { emailId: Id; recipients: string[] | null }> | null;
  notUpdated: Record<Id, SetError> | null;
}
