/** Capabilities of this server and their limits: RFC 8620 §2, RFC 8621 §1.3. */
import {
  ADDRESS_BOOK_SERVERS,
  ALL_ACCOUNTS,
  ATTACHMENTS,
  BLOB,
  type BlobCapability,
  CATEGORIES,
  CONTACTS,
  type ContactsCapability,
  CONVERSATIONS,
  CORE,
  type CoreCapability,
  DEADLINES,
  EMAIL_TRANSFERS,
  FILE_NAMES,
  LABELS,
  FILES,
  LIMITS,
  MAIL,
  MAIL_SERVERS,
  MAILBOX_ROLES,
  MDN,
  MAX_SIEVE_NAME,
  MAX_SIEVE_SCRIPT,
  MAX_SIEVE_SCRIPTS,
  type MailCapability,
  MIRROR,
  NEWSLETTERS,
  NOTIFICATIONS,
  OUTBOX,
  PREFERENCES,
  PROVIDER_SIGN_IN,
  QUOTA,
  REMOTE_IMAGES,
  RULE_REDIRECTS,
  RULES,
  SAVED_SEARCHES,
  SHORT_HEADERS,
  SIEVE,
  type SieveCapability,
  SCREENING,
  SIGN_IN,
  SNOOZE,
  SPAM_FILTER,
  SUBMISSION,
  type SubmissionCapability,
  UNSUBSCRIBE,
  VACATION_AUDIENCE,
  VACATION_RESPONSE,
  VAPID,
  WEB_SOCKET,
} from "@pismo/jmap";
import { extensions } from "../sieve/language/extensions.ts";
import { MAX_REDIRECTS } from "../sieve/language/limits.ts";
import { collationAlgorithms, emailSortProperties } from "../store/query/email-sort.ts";
import { MAX_MAILBOX_DEPTH, MAX_MAILBOX_NAME } from "../store/mail/mailbox-rules.ts";

/** Valid in `using`: every capability that a session may have. */
export const capabilities: ReadonlySet<string> = new Set([
  CORE,
  MAIL,
  SUBMISSION,
  VACATION_RESPONSE,
  VACATION_AUDIENCE,
  ATTACHMENTS,
  BLOB,
  QUOTA,
  CATEGORIES,
  CONTACTS,
  ADDRESS_BOOK_SERVERS,
  CONVERSATIONS,
  DEADLINES,
  EMAIL_TRANSFERS,
  SNOOZE,
  SCREENING,
  SPAM_FILTER,
  NEWSLETTERS,
  NOTIFICATIONS,
  REMOTE_IMAGES,
  SHORT_HEADERS,
  FILE_NAMES,
  FILES,
  UNSUBSCRIBE,
  MIRROR,
  OUTBOX,
  PREFERENCES,
  LABELS,
  SAVED_SEARCHES,
  SIEVE,
  RULES,
  RULE_REDIRECTS,
  MAIL_SERVERS,
  WEB_SOCKET,
  LIMITS,
  MAILBOX_ROLES,
  MDN,
  PROVIDER_SIGN_IN,
  SIGN_IN,
  VAPID,
  ALL_ACCOUNTS,
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

/** RFC 9404 §3.1. @param maxSizeUpload octets */
export const blobCapability = (maxSizeUpload: number): BlobCapability => ({
  maxSizeBlobSet: maxSizeUpload,
  maxDataSources: 100,
  supportedTypeNames: ["Email", "Mailbox", "Thread"],
  supportedDigestAlgorithms: ["sha", "sha-256", "sha-512"],
});

export const mailCapability = (maxSizeUpload: number): MailCapability => ({
  maxMailboxesPerEmail: null,
  maxMailboxDepth: MAX_MAILBOX_DEPTH,
  maxSizeMailboxName: MAX_MAILBOX_NAME,
  maxSizeAttachmentsPerEmail: maxSizeUpload,
  emailQuerySortOptions: [...emailSortProperties],
  mayCreateTopLevelMailbox: true,
});

/** RFC 9610 §1.4.1. */
export const contactsCapability: ContactsCapability = { maxAddressBooksPerCard: null, mayCreateAddressBook: true };

const unknownThere: ReadonlySet<string> = new Set(["body", "editheader", "envelope"]);

/**
 * What rules may require. Of a letter at a mail server only the header and the beginning may be here when it is sorted,
 * and never its envelope; and it stays there as it came.
 */
export const sieveExtensions = (isMirrored: boolean): readonly string[] =>
  extensions.filter((name) => !(isMirrored && unknownThere.has(name)));

/** RFC 9661 §1.3.2. @param mayRedirect the administrator lets rules send letters on @param there what its mail server runs */
export const sieveCapability = (
  isMirrored: boolean,
  mayRedirect: boolean,
  there: readonly string[] = [],
): SieveCapability => ({
  maxSizeScriptName: MAX_SIEVE_NAME,
  maxSizeScript: MAX_SIEVE_SCRIPT,
  maxNumberScripts: MAX_SIEVE_SCRIPTS,
  maxNumberRedirects: mayRedirect ? MAX_REDIRECTS : 0,
  sieveExtensions: [...new Set([...sieveExtensions(isMirrored), ...there])],
  notificationMethods: null,
  externalLists: null,
});

/** Maximum delay of a submission in seconds: 30 days. */
export const MAX_DELAYED_SEND = 30 * 24 * 60 * 60;

export const submissionCapability: SubmissionCapability = {
  maxDelayedSend: MAX_DELAYED_SEND,
  submissionExtensions: { FUTURERELEASE: [] },
};
