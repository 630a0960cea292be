/** What this server can do and its limits: RFC 8620 §2, RFC 8621 §1.3. */
import {
  ATTACHMENTS,
  CATEGORIES,
  CORE,
  type CoreCapability,
  MAIL,
  MAIL_SERVERS,
  type MailCapability,
  MIRROR,
  OUTBOX,
  REMOTE_IMAGES,
  SUBMISSION,
  type SubmissionCapability,
  UNSUBSCRIBE,
  VACATION_RESPONSE,
  WEB_SOCKET,
} from "@pismo/jmap";
import { collationAlgorithms, emailSortProperties } from "../store/email-sort.ts";
import { MAX_MAILBOX_DEPTH } from "../store/mailbox-rules.ts";

export const capabilities: ReadonlySet<string> = new Set([
  CORE,
  MAIL,
  SUBMISSION,
  VACATION_RESPONSE,
  ATTACHMENTS,
  CATEGORIES,
  REMOTE_IMAGES,
  UNSUBSCRIBE,
  MIRROR,
  OUTBOX,
  MAIL_SERVERS,
  WEB_SOCKET,
]);

/** @param maxSizeUpload octets */
export const coreCapability = (maxSizeUpload: number): CoreCapability => ({
  maxSizeUpload,
  maxConcurrentUpload: 8,
  maxSizeRequest: 10_000_000,
  maxConcurrentRequests: 16,
  maxCallsInRequest: 64,
  maxObjectsInGet: 1000,
  maxObjectsInSet: 1000,
  collationAlgorithms,
});

export const MAX_MAILBOX_NAME = 255;

export const mailCapability = (maxSizeUpload: number): MailCapability => ({
  maxMailboxesPerEmail: null,
  maxMailboxDepth: MAX_MAILBOX_DEPTH,
  maxSizeMailboxName: MAX_MAILBOX_NAME,
  maxSizeAttachmentsPerEmail: maxSizeUpload,
  emailQuerySortOptions: [...emailSortProperties],
  mayCreateTopLevelMailbox: true,
});

/** Seconds that a letter can wait for its time: 30 days. */
export const MAX_DELAYED_SEND = 30 * 24 * 60 * 60;

export const submissionCapability: SubmissionCapability = {
  maxDelayedSend: MAX_DELAYED_SEND,
  submissionExtensions: { FUTURERELEASE: [] },
};
