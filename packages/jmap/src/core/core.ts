/** The core of JMAP: RFC 8620. Names are the RFC's. */
import type { SetError } from "./errors.ts";

/** 1 to 255 characters of A-Z a-z 0-9 - _ (RFC 8620 §1.2). */
export type Id = string;
/** RFC 3339 date-time in UTC with a capital Z and no zero fraction: "2014-10-30T06:12:00Z" (RFC 8620 §1.4). */
export type UTCDate = string;
/** RFC 3339 date-time with any offset (RFC 8620 §1.4). */
export type JmapDate = string;
/** An opaque string that changes whenever any record of a type changes in an account. */
export type State = string;

export const CORE = "urn:ietf:params:jmap:core";
export const MAIL = "urn:ietf:params:jmap:mail";
export const SUBMISSION = "urn:ietf:params:jmap:submission";
export const VACATION_RESPONSE = "urn:ietf:params:jmap:vacationresponse";
/** A vendor's capability (RFC 8620 §1.8): which files people may attach. */
export const ATTACHMENTS = "tag:pismo.localhost,2026:attachments";

/**
 * Extension of ours, among an account's capabilities in the session resource: the ids of the mailboxes that have a role,
 * by role. A client's first request can query a mailbox beside the list of mailboxes.
 */
export const MAILBOX_ROLES = "tag:pismo.localhost,2026:mailbox-roles";
export type MailboxRoles = Readonly<Record<string, Id>>;

/**
 * What a capability of ours may hold in the session. Where our server stands in front of another JMAP server, the methods
 * of the capability have a URL of their own, which takes requests with no other methods.
 */
export interface OwnApiCapability {
  apiUrl?: string;
}

/** Limits of a server, all counts or octets (RFC 8620 §2). */
export interface CoreCapability {
  maxSizeUpload: number;
  maxConcurrentUpload: number;
  maxSizeRequest: number;
  maxConcurrentRequests: number;
  maxCallsInRequest: number;
  maxObjectsInGet: number;
  maxObjectsInSet: number;
  collationAlgorithms: string[];
}

/** Extension of ours, among the session's capabilities: limits of the server for which RFC 8620 §2 has no names. */
export const LIMITS = "tag:pismo.localhost,2026:limits";
/** Counts, unless stated otherwise. */
export interface LimitsCapability {
  /** Nested arrays and objects. */
  maxDepthOfRequest: number;
  /** Values of all types, including member names. */
  maxValuesInRequest: number;
  /** Values that the result references of one request may copy; 100 characters of text count as one. */
  maxReferencedValues: number;
  /** Properties of all conditions. */
  maxConditionsInFilter: number;
  maxDepthOfFilter: number;
  /** Characters of all texts of a filter. */
  maxSizeFilterText: number;
  /** Words of all texts of a filter. */
  maxWordsInFilter: number;
  maxComparatorsInSort: number;
  /** Ids in all conditions. */
  maxIdsInFilter: number;
  /** Names of properties in one call. */
  maxPropertiesInGet: number;
  /** Octets of a response. */
  maxSizeResponse: number;
  /** Per credential. */
  maxPushSubscriptions: number;
  /** Event sources and WebSockets of one caller, each. */
  maxConnections: number;
}

/**
 * Extension of ours, among the session's capabilities: with the argument `shortensHeaders` of Email/get the properties of
 * header fields are shortened to what list rows show, at most a hundred addresses and a thousand characters. No regular
 * message has more.
 */
export const SHORT_HEADERS = "tag:pismo.localhost,2026:short-headers";

/**
 * Extension of ours, among the session's capabilities: Email/query takes the condition `attachmentName`, and the sort
 * property `relevance` (RFC 8621 §4.4.2 lets servers have more), which puts first what has the words of the filter where
 * they tell most.
 */
export const FILE_NAMES = "tag:pismo.localhost,2026:file-names";

/** RFC 8621 §1.3.1. */
export interface MailCapability {
  maxMailboxesPerEmail: number | null;
  maxMailboxDepth: number | null;
  maxSizeMailboxName: number;
  maxSizeAttachmentsPerEmail: number;
  emailQuerySortOptions: string[];
  mayCreateTopLevelMailbox: boolean;
}

/** RFC 8621 §1.3.2. `maxDelayedSend` in seconds. */
export interface SubmissionCapability {
  maxDelayedSend: number;
  submissionExtensions: Record<string, string[]>;
}

/** Among the session's capabilities. */
export interface AttachmentsCapability {
  /** File name extensions in lower case, without the dot; null: any file. */
  acceptedExtensions: string[] | null;
  /** The person may choose any file: `takesAnyFile` of the Preferences. */
  mayWiden?: true;
}

export interface Account {
  name: string;
  isPersonal: boolean;
  isReadOnly: boolean;
  accountCapabilities: {
    [MAIL]?: MailCapability;
    [SUBMISSION]?: SubmissionCapability;
    [capability: string]: unknown;
  };
}

/** RFC 8887 §3. */
export const WEB_SOCKET = "urn:ietf:params:jmap:websocket";
export interface WebSocketCapability {
  /** ws: or wss:. */
  url: string;
  supportsPush: boolean;
}

/** Extension of ours, in the session of a browser in which a person signed in. */
export const SIGN_IN = "tag:pismo.localhost,2026:sign-in";
export interface SignInCapability {
  /**
   * POST ends the caller's session. With ?waiting=refuse it answers 409 and the subjects (`unsent`), and ends nothing,
   * where letters would then not go at their time (`whileSignedIn` of the outbox).
   */
  signOutUrl: string;
  /** GET lists the person's sessions; DELETE ends all but the caller's, DELETE …/{id} one. */
  sessionsUrl: string;
}

/** The session resource: RFC 8620 §2. URLs are absolute. */
export interface Session {
  capabilities: { [CORE]: CoreCapability; [capability: string]: unknown };
  accounts: Record<Id, Account>;
  primaryAccounts: Record<string, Id>;
  username: string;
  apiUrl: string;
  /** URI template with {accountId}, {blobId}, {name}, {type}. */
  downloadUrl: string;
  /** URI template with {accountId}. */
  uploadUrl: string;
  /** URI template with {types}, {closeafter}, {ping}. */
  eventSourceUrl: string;
  state: string;
}

/** [method name or "error", arguments, method call id] (RFC 8620 §3.2). */
export type Invocation = [name: string, args: Record<string, unknown>, callId: string];

export interface JmapRequest {
  using: string[];
  methodCalls: Invocation[];
  createdIds?: Record<Id, Id>;
}

export interface JmapResponse {
  methodResponses: Invocation[];
  createdIds?: Record<Id, Id>;
  sessionState: string;
}

/** RFC 8620 §3.7: the value of a key that begins with "#". */
export interface ResultReference {
  resultOf: string;
  name: string;
  /** JSON pointer, with "*" through arrays. */
  path: string;
}

/** RFC 8620 §5.1. `ids: null` requests all. */
export interface GetArgs {
  accountId: Id;
  ids?: Id[] | null;
  properties?: string[] | null;
}
export interface GetResult<T> {
  accountId: Id;
  state: State;
  list: T[];
  notFound: Id[];
}

/** RFC 8620 §5.2. */
export interface ChangesArgs {
  accountId: Id;
  sinceState: State;
  maxChanges?: number | null;
}
export interface ChangesResult {
  accountId: Id;
  oldState: State;
  newState: State;
  hasMoreChanges: boolean;
  created: Id[];
  updated: Id[];
  destroyed: Id[];
}

/** Keys are property names or JSON pointers without the leading slash; null resets to the default (RFC 8620 §5.3). */
export type PatchObject = Record<string, unknown>;

/** RFC 8620 §5.3. */
export interface SetArgs<T> {
  accountId: Id;
  ifInState?: State | null;
  create?: Record<Id, Partial<T>> | null;
  update?: Record<Id, PatchObject> | null;
  destroy?: Id[] | null;
}
export interface SetResult<T> {
  accountId: Id;
  oldState: State | null;
  newState: State;
  created: Record<Id, Partial<T>> | null;
  updated: Record<Id, Partial<T> | null> | null;
  destroyed: Id[] | null;
  notCreated: Record<Id, SetError> | null;
  notUpdated: Record<Id, SetError> | null;
  notDestroyed: Record<Id, SetError> | null;
}

/** RFC 8620 §5.4. */
export interface CopyArgs<T> {
  fromAccountId: Id;
  ifFromInState?: State | null;
  accountId: Id;
  ifInState?: State | null;
  create: Record<Id, Partial<T> & { id: Id }>;
  onSuccessDestroyOriginal?: boolean;
  destroyFromIfInState?: State | null;
}
export interface CopyResult<T> {
  fromAccountId: Id;
  accountId: Id;
  oldState: State | null;
  newState: State;
  created: Record<Id, Partial<T>> | null;
  notCreated: Record<Id, SetError> | null;
}

export interface FilterOperator<C> {
  operator: "AND" | "OR" | "NOT";
  conditions: Filter<C>[];
}
export type Filter<C> = FilterOperator<C> | C;

export interface Comparator {
  property: string;
  isAscending?: boolean;
  collation?: string | null;
  /** Only with the sorts hasKeyword, allInThreadHaveKeyword, someInThreadHaveKeyword (RFC 8621 §4.4.2). */
  keyword?: string;
}

/** RFC 8620 §5.5. */
export interface QueryArgs<C> {
  accountId: Id;
  filter?: Filter<C> | null;
  sort?: Comparator[] | null;
  position?: number;
  anchor?: Id | null;
  anchorOffset?: number;
  limit?: number | null;
  calculateTotal?: boolean;
}
export interface QueryResult {
  accountId: Id;
  queryState: string;
  canCalculateChanges: boolean;
  position: number;
  ids: Id[];
  /** Only with calculateTotal. */
  total?: number;
  /** Only when the server used a smaller limit than requested. */
  limit?: number;
}

/** RFC 8620 §5.6. */
export interface QueryChangesArgs<C> {
  accountId: Id;
  filter?: Filter<C> | null;
  sort?: Comparator[] | null;
  sinceQueryState: string;
  maxChanges?: number | null;
  upToId?: Id | null;
  calculateTotal?: boolean;
}
export interface QueryChangesResult {
  accountId: Id;
  oldQueryState: string;
  newQueryState: string;
  total?: number;
  removed: Id[];
  added: { id: Id; index: number }[];
}
