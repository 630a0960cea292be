/**
 * Emails that were sent and have not arrived: an extension of ours. An EmailSubmission has the status of each recipient;
 * these methods find those with a problem, retry at once, or turn the Email into a draft again. Their state is that of
 * EmailSubmission. An EmailSubmission that waits can name the originals of its files.
 */
import type { Id, State, UTCDate } from "../core/core.ts";
import type { EmailAddress } from "../mail/email.ts";
import type { EmailSubmission } from "../mail/submission.ts";
import type { SetError } from "../core/errors.ts";
import type { SendProblem } from "../mail/smtp-reply.ts";

export const OUTBOX = "tag:pismo.localhost,2026:outbox";

/** Of an account. */
export interface OutboxCapability {
  /**
   * An Email with the keyword $submitpending, whose submission is held, is moved from Drafts to Sent by the server when it
   * is sent. Elsewhere the client moves it when it submits it.
   */
  filesPending: true;
  /**
   * The server sends by itself: Outbox/redirect is there, EmailSubmissions say what became of them, and originals are kept.
   * Left out where it holds Emails that another server sends.
   */
  redirects?: true;
  /**
   * What is held goes only while the person is signed in on some device: in front of a hosted JMAP engine, where the
   * credential ends with the last session.
   */
  whileSignedIn?: true;
}

export interface OutboxRecipient {
  email: string;
  /** "unknown": the connection broke after the server may have accepted the message; it is not sent again automatically. */
  state: "waiting" | "sending" | "sent" | "failed" | "unknown";
  /** Of the last attempt; null before the first, and after a delivery. */
  problem: SendProblem | null;
  /** The server's text. */
  reply: string | null;
  /** With "waiting". */
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
  /** It is another's letter that the person sends on as it came, and Outbox/edit makes no draft of it. */
  isRedirect: boolean;
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

/** "cannotUnsend": all recipients have it, or it is being sent; "notFound": it is not in the outbox any more. */
export interface OutboxRetryResult {
  accountId: Id;
  updated: Record<Id, null> | null;
  notUpdated: Record<Id, SetError> | null;
}

export interface OutboxEditResult {
  accountId: Id;
  /**
   * If no recipient has it, it becomes a draft again, and `recipients` is null. Otherwise it stays in Sent, and
   * `recipients` are those without it. A redirected letter stays where it is.
   */
  updated: Record<Id, { emailId: Id; recipients: string[] | null }> | null;
  notUpdated: Record<Id, SetError> | null;
}

/**
 * An Email that the account received, sent on as it came, without Bcc and with a block of Resent- fields before it
 * (RFC 5322 §3.6.6). It is no new Email: the EmailSubmission names the one that was received.
 */
export interface Redirect {
  emailId: Id;
  /** Its address is Resent-From and the sender of the envelope. */
  identityId: Id;
  to: EmailAddress[];
  /** How long it can be canceled, as with HOLDFOR (RFC 4865). */
  holdForSeconds?: number;
  /**
   * Chosen at random, 16 to 64 letters, digits and hyphens: the left part of Resent-Message-ID. When the answer was lost,
   * the same id for the same Email and people is answered with the EmailSubmission that is there, and nothing is sent again.
   */
  redirectId?: string;
}

export interface OutboxRedirectArgs {
  accountId: Id;
  create: Record<Id, Redirect>;
}

/**
 * "invalidEmail": it is a draft, or the account did not receive it: also what is from an address of its own, or lies in
 * Sent alone. The others are those of EmailSubmission/set.
 */
export interface OutboxRedirectResult {
  accountId: Id;
  created: Record<Id, Omit<EmailSubmission, "identityId" | "emailId">> | null;
  notCreated: Record<Id, SetError> | null;
}
