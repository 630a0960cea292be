/**
 * An extension of ours: remote images of a message are fetched by the server, never by the reader's browser, and only
 * where the reader wants them. A server that does not name the capability shows none.
 */
import type { Id } from "../core/core.ts";
import type { SetError } from "../core/errors.ts";

export const REMOTE_IMAGES = "tag:pismo.localhost,2026:remote-images";

/**
 * What the receiving server found out about the sender (RFC 8601): "pass" when the address in From is proven (DMARC, or
 * an aligned DKIM or SPF), "fail" when a check says that it is not, "none" when no server that is trusted has checked.
 */
export type SenderAuthentication = "pass" | "fail" | "none";

/** How far the sender of one letter is to be trusted. */
export interface SenderTrust {
  /** The id of the Email. */
  id: Id;
  /** The address in From, in lower case; null where there is not exactly one. */
  sender: string | null;
  authentication: SenderAuthentication;
  /** Remote images of this sender are shown without a question: remembered, and the sender of this message is authenticated. */
  showsImages: boolean;
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

/** Remembers, or forgets, the senders of letters; "forbidden" where the sender is not proven. */
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
  /** http and https addresses, as they stand in the letter. */
  urls: string[];
}

export interface RemoteImageSignResult {
  accountId: Id;
  /** Address → URL of the image proxy, valid for a day or two. Addresses that it would never fetch are left out. */
  signed: Record<string, string>;
}
