/**
 * An extension of ours: the server fetches remote images of a message, never the reader's browser, and only where the
 * reader wants them. Without the capability none are shown.
 */
import type { Id } from "../core/core.ts";
import type { SetError } from "../core/errors.ts";

export const REMOTE_IMAGES = "tag:pismo.localhost,2026:remote-images";

/**
 * Sender authentication by the receiving server (RFC 8601): "pass" when the address in From is authenticated (DMARC, or
 * an aligned DKIM or SPF), "fail" when a check failed, "none" when no trusted server has checked.
 */
export type SenderAuthentication = "pass" | "fail" | "none";

/** The trust in the sender of one Email. */
export interface SenderTrust {
  /** The id of the Email. */
  id: Id;
  /** The address in From, in lower case; null where there is not exactly one. */
  sender: string | null;
  authentication: SenderAuthentication;
  /** Remote images are shown without asking: the sender is remembered, and authenticated in this message. */
  showsImages: boolean;
  /** What the trusted server says that it found; null where none has checked. */
  checks: SenderChecks | null;
}

/** The Authentication-Results of one server (RFC 8601). */
export interface SenderChecks {
  /** The authserv-id: the name of the server whose word it is. */
  server: string;
  results: SenderCheck[];
}

export interface SenderCheck {
  method: "dmarc" | "dkim" | "spf" | "arc";
  /** "pass", "fail", "none", "softfail", … in lower case. */
  result: string;
  /** What was checked: the domain in From, of the signature, of the envelope's sender; null where the field names none. */
  domain: string | null;
}

export interface SenderTrustGetArgs {
  accountId: Id;
  ids: Id[];
}

export interface SenderTrustGetResult {
  accountId: Id;
  list: SenderTrust[];
  notFound: Id[];
}

/** Remembers or forgets the senders of Emails; "forbidden" where the sender is not authenticated. */
export interface SenderTrustSetArgs {
  accountId: Id;
  update: Record<Id, { showsImages: boolean }>;
}

export interface SenderTrustSetResult {
  accountId: Id;
  updated: Record<Id, null> | null;
  notUpdated: Record<Id, SetError> | null;
}

export interface RemoteImageSignArgs {
  accountId: Id;
  /** http and https URLs as in the message. */
  urls: string[];
}

export interface RemoteImageSignResult {
  accountId: Id;
  /** URL → URL of the image proxy, valid for a day or two. Those that it would never fetch are left out. */
  signed: Record<string, string>;
}
