/** Errors by their registered names: RFC 8620 §3.6, §5.3, §5.4, §6.1; RFC 8621. One closed list each. */
import type { AddressBookServerProblem } from "../extensions/servers/address-book-server-problem.ts";
import type { MailServerProblem } from "../extensions/servers/mail-server-problem.ts";

/**
 * The number of a request as the `instance` of a failure (RFC 9457 §3.1.5): a URI that names it and cannot be opened.
 * Problem documents and serverFail of our server have it.
 */
const INSTANCE_PREFIX = "tag:pismo.localhost,2026:request:";

export const instanceOf = (requestId: string): string => INSTANCE_PREFIX + requestId;

/** The number that finds a failure in the log of a server of ours; undefined: it has none, or is another server's. */
export function requestIdOf(error: unknown): string | undefined {
  const told = error instanceof RequestError ? error.problem : error instanceof MethodError ? error.details : undefined;
  const instance = told?.["instance"];
  return typeof instance === "string" && instance.startsWith(INSTANCE_PREFIX)
    ? instance.slice(INSTANCE_PREFIX.length)
    : undefined;
}

/** A request that is refused whole: an RFC 7807 problem (RFC 8620 §3.6.1). */
export const requestErrorTypes = {
  unknownCapability: "urn:ietf:params:jmap:error:unknownCapability",
  notJSON: "urn:ietf:params:jmap:error:notJSON",
  notRequest: "urn:ietf:params:jmap:error:notRequest",
  limit: "urn:ietf:params:jmap:error:limit",
} as const;
export type RequestErrorType = keyof typeof requestErrorTypes;

export interface ProblemDetails {
  type: string;
  status: number;
  detail?: string;
  /** Names the request: `requestIdOf`. */
  instance?: string;
  /** With type …:limit, the name of the limit that was exceeded. */
  limit?: string;
  /** With 401 from a server where people sign in: the path for a name and a password (extension of ours). */
  signIn?: string;
  /** Beside it, where the mail server takes no password: the OAuth providers, and the path that starts a sign-in. */
  signInWith?: { start: string; providers: { id: string; name: string }[] };
  /** With 401 from a server of one person: a browser signs in by a URL with a one-time secret (extension of ours). */
  opensByLink?: boolean;
  /** With 401: not this server, but that of the account no longer takes the password (extension of ours). */
  isRefusedThere?: boolean;
  /** With 403 at a sign-in: the administrator has disabled this person (extension of ours). */
  isDisabled?: boolean;
}

/** A single method call that failed (RFC 8620 §3.6.2 and the methods' own sections). */
export type MethodErrorType =
  | "serverUnavailable"
  | "serverFail"
  | "serverPartialFail"
  | "unknownMethod"
  | "invalidArguments"
  | "invalidResultReference"
  | "forbidden"
  | "accountNotFound"
  | "accountNotSupportedByMethod"
  | "accountReadOnly"
  | "requestTooLarge"
  | "cannotCalculateChanges"
  | "stateMismatch"
  | "anchorNotFound"
  | "unsupportedSort"
  | "unsupportedFilter"
  | "tooManyChanges"
  | "unknownDataType"
  | "fromAccountNotFound"
  | "fromAccountNotSupportedByMethod";

/** A record that could not be created, updated or destroyed (RFC 8620 §5.3, RFC 8621). */
export type SetErrorType =
  | "forbidden"
  | "overQuota"
  | "tooLarge"
  | "rateLimit"
  | "notFound"
  | "invalidPatch"
  | "willDestroy"
  | "invalidProperties"
  | "singleton"
  | "alreadyExists"
  | "addressBookHasContents"
  | "mailboxHasChild"
  | "mailboxHasEmail"
  | "blobNotFound"
  | "tooManyKeywords"
  | "tooManyMailboxes"
  | "invalidEmail"
  | "tooManyRecipients"
  | "noRecipients"
  | "invalidRecipients"
  | "forbiddenMailFrom"
  | "forbiddenFrom"
  | "forbiddenToSend"
  | "cannotUnsend"
  /** RFC 9007 §2.1. */
  | "mdnAlreadySent"
  | "invalidSieve"
  | "sieveIsActive"
  /** Extension of ours (RULES): the person has to allow the addresses in their own page, with their password, first. */
  | "redirectNotAllowed"
  /** Extension of ours, of MailServer/set. */
  | "changesWaiting"
  /** Extension of ours, of several accounts together (ALL_ACCOUNTS): the server of the record's account does not answer. */
  | "serverUnavailable";

export interface SetError {
  type: SetErrorType;
  description?: string | null;
  /** With invalidProperties. */
  properties?: string[];
  /** With alreadyExists. */
  existingId?: string;
  /** With blobNotFound. */
  notFound?: string[];
  /** With tooManyRecipients; with rateLimit on EmailSubmission of all letters within a day (extension of ours). */
  maxRecipients?: number;
  /** With invalidRecipients. */
  invalidRecipients?: string[];
  /** With tooLarge on EmailSubmission, in octets. */
  maxSize?: number;
  /** With invalidProperties of MailServer/set: why the servers cannot be used. */
  problem?: MailServerProblem;
  /** With invalidProperties of AddressBookServer/put. */
  addressBookProblem?: AddressBookServerProblem;
  /** With redirectNotAllowed. */
  addresses?: string[];
  /** With changesWaiting: how many. */
  waiting?: number;
  /** With it: the subjects of Emails that wait to be sent. */
  unsent?: string[];
}

/** Thrown by a method; becomes ["error", {type, description}, callId]. */
export class MethodError extends Error {
  readonly type: MethodErrorType;
  readonly details: Record<string, unknown>;
  constructor(type: MethodErrorType, description?: string, details: Record<string, unknown> = {}) {
    super(description ?? type);
    this.name = "MethodError";
    this.type = type;
    this.details = description === undefined ? details : { description, ...details };
  }
}

/** Thrown where the whole request is refused; becomes a problem document with `status`. */
export class RequestError extends Error {
  readonly problem: ProblemDetails;
  constructor(problem: ProblemDetails) {
    super(problem.detail ?? problem.type);
    this.name = "RequestError";
    this.problem = problem;
  }
}

/** Thrown while one record is created, updated or destroyed; becomes its entry in notCreated, notUpdated or notDestroyed. */
export class SetFailure extends Error {
  readonly error: SetError;
  constructor(error: SetError) {
    super(error.description ?? error.type);
    this.name = "SetFailure";
    this.error = error;
  }
}
