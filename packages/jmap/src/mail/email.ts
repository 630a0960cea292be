/** Threads and Emails: RFC 8621 §3 to §5. */
import type { Id, JmapDate, GetArgs, QueryArgs, QueryChangesArgs, State, UTCDate } from "../core/core.ts";
import type { SetError } from "../core/errors.ts";

/** RFC 8621 §4.1.1: lower case. */
export type Keyword = string;
export const SEEN = "$seen";
export const FLAGGED = "$flagged";
export const DRAFT = "$draft";
export const ANSWERED = "$answered";
export const FORWARDED = "$forwarded";
export const IMPORTANT = "$important";
/** It waits to be sent (RFC 5550, in IANA's registry of IMAP keywords): it lies in Drafts, and is no draft while it does. */
export const SUBMIT_PENDING = "$submitpending";
/** Of a Thread: the person wants to hear no more of it (IANA's registry of IMAP keywords). */
export const MUTED = "$muted";
/** The mail server judged the message to be phishing (IANA's registry of IMAP keywords). */
export const PHISHING = "$phishing";

/** The six categories, as keywords: at most one per Email. */
export const categories = ["orders", "finances", "registrations", "travelings", "tickets", "fines"] as const;
export type Category = (typeof categories)[number];
export const categoryKeyword = (category: Category): Keyword => `category-${category}`;
/** The categories among keywords, in their fixed order. */
export const categoriesOf = (keywords: Iterable<Keyword>): Category[] => {
  const all = new Set(keywords);
  return categories.filter((category) => all.has(categoryKeyword(category)));
};

/** RFC 8621 §3. */
export interface Thread {
  id: Id;
  /** Oldest first by receivedAt. */
  emailIds: Id[];
}

export interface EmailAddress {
  name: string | null;
  email: string;
}
/** As clients send it. */
export type GivenEmailAddress = Omit<EmailAddress, "name"> & Partial<EmailAddress>;

export interface EmailAddressGroup {
  name: string | null;
  addresses: EmailAddress[];
}

export interface EmailHeader {
  name: string;
  /** Raw form: everything after the colon, with its folding (RFC 8621 §4.1.2.1). */
  value: string;
}

/** RFC 8621 §4.1.4. */
export interface EmailBodyPart {
  partId: string | null;
  blobId: Id | null;
  /** Octets of the decoded content. */
  size: number;
  headers: EmailHeader[];
  name: string | null;
  type: string;
  charset: string | null;
  disposition: string | null;
  cid: string | null;
  language: string[] | null;
  location: string | null;
  subParts: EmailBodyPart[] | null;
  /** Any header field of the part in a parsed form. */
  [header: `header:${string}`]: unknown;
}

export interface EmailBodyValue {
  value: string;
  isEncodingProblem: boolean;
  isTruncated: boolean;
  /** An extension of ours: the server's copy of the message is damaged or missing; then both of the others are true. */
  isDamaged?: true;
}

export interface EmailMetadata {
  id: Id;
  blobId: Id;
  threadId: Id;
  mailboxIds: Record<Id, true>;
  keywords: Record<Keyword, true>;
  /** Octets of the RFC 5322 message. */
  size: number;
  receivedAt: UTCDate;
}

/** The convenience properties for header fields (RFC 8621 §4.1.2, §4.1.3). */
export interface EmailHeaders {
  messageId: string[] | null;
  inReplyTo: string[] | null;
  references: string[] | null;
  sender: EmailAddress[] | null;
  from: EmailAddress[] | null;
  to: EmailAddress[] | null;
  cc: EmailAddress[] | null;
  bcc: EmailAddress[] | null;
  replyTo: EmailAddress[] | null;
  subject: string | null;
  sentAt: JmapDate | null;
}

export interface EmailBody {
  bodyStructure: EmailBodyPart;
  bodyValues: Record<string, EmailBodyValue>;
  textBody: EmailBodyPart[];
  htmlBody: EmailBodyPart[];
  attachments: EmailBodyPart[];
  hasAttachment: boolean;
  /** At most 256 characters. */
  preview: string;
}

export interface Email extends EmailMetadata, EmailHeaders, EmailBody {
  headers: EmailHeader[];
  /** Any header field in a parsed form: "header:List-Id:asText", "header:Received:asRaw:all", … (RFC 8621 §4.1.3). */
  [header: `header:${string}`]: unknown;
}

export interface EmailGetArgs extends GetArgs {
  bodyProperties?: string[];
  fetchTextBodyValues?: boolean;
  fetchHTMLBodyValues?: boolean;
  fetchAllBodyValues?: boolean;
  /** Octets; 0 means no limit. */
  maxBodyValueBytes?: number;
  /** Extension of ours: see SHORT_HEADERS. */
  shortensHeaders?: boolean;
}

/** RFC 8621 §4.4.1. */
export interface EmailFilterCondition {
  inMailbox?: Id;
  inMailboxOtherThan?: Id[];
  before?: UTCDate;
  after?: UTCDate;
  minSize?: number;
  maxSize?: number;
  allInThreadHaveKeyword?: Keyword;
  someInThreadHaveKeyword?: Keyword;
  noneInThreadHaveKeyword?: Keyword;
  hasKeyword?: Keyword;
  notKeyword?: Keyword;
  hasAttachment?: boolean;
  text?: string;
  from?: string;
  to?: string;
  cc?: string;
  bcc?: string;
  subject?: string;
  body?: string;
  /** [name] or [name, value]. */
  header?: string[];
  /** Extension of ours: see FILE_NAMES. Words in the names of attachments. */
  attachmentName?: string;
  /** Extension of ours: see NEWSLETTERS. The letters that it counts. */
  inNewsletter?: Id;
  /** The same extension. Letters of lists (RFC 2919) whose phrase, id or name contains it, wherever they lie. */
  listId?: string;
  /** Extension of ours: see ALL_ACCOUNTS. The account that has the Email. */
  inAccount?: Id;
}

export interface EmailQueryArgs extends QueryArgs<EmailFilterCondition> {
  collapseThreads?: boolean;
}
export interface EmailQueryChangesArgs extends QueryChangesArgs<EmailFilterCondition> {
  collapseThreads?: boolean;
}

/** RFC 8621 §4.8. */
export interface EmailImport {
  blobId: Id;
  mailboxIds: Record<Id, true>;
  keywords?: Record<Keyword, true>;
  receivedAt?: UTCDate | null;
}
export interface EmailImportArgs {
  accountId: Id;
  ifInState?: State | null;
  emails: Record<Id, EmailImport>;
}
export interface EmailImportResult {
  accountId: Id;
  oldState: State | null;
  newState: State;
  created: Record<Id, Partial<Email>> | null;
  notCreated: Record<Id, SetError> | null;
}

/** RFC 8621 §4.9. */
export interface EmailParseArgs {
  accountId: Id;
  blobIds: Id[];
  properties?: string[];
  bodyProperties?: string[];
  fetchTextBodyValues?: boolean;
  fetchHTMLBodyValues?: boolean;
  fetchAllBodyValues?: boolean;
  maxBodyValueBytes?: number;
}
export interface EmailParseResult {
  accountId: Id;
  parsed: Record<Id, Partial<Email>> | null;
  notParsable: Id[] | null;
  notFound: Id[] | null;
}

/** RFC 8621 §5. */
export interface SearchSnippet {
  emailId: Id;
  /** HTML-escaped, matches between <mark> and </mark>; null where nothing matched. */
  subject: string | null;
  /** The same, at most 255 octets. */
  preview: string | null;
  /**
   * Extension of ours: the words of the subject, the addresses and the beginning of the text that match, as they stand
   * there but in lower case, each once; at most a hundred. For marking them wherever they are shown.
   */
  words?: string[];
  /** Extension of ours: the name of a file of the Email whose text has the words. */
  fileName?: string;
  /** Extension of ours, in place of `fileName`: the subject of an attached letter without a name whose text has the words. */
  letterSubject?: string | null;
}
export interface SearchSnippetGetArgs {
  accountId: Id;
  filter?: import("../core/core.ts").Filter<EmailFilterCondition> | null;
  emailIds: Id[];
}
export interface SearchSnippetGetResult {
  accountId: Id;
  list: SearchSnippet[];
  notFound: Id[] | null;
}
