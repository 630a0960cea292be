/** Read receipts: RFC 9007, JMAP for message disposition notifications (RFC 8098). */
import type { Id, PatchObject } from "../core/core.ts";
import type { SetError } from "../core/errors.ts";

export const MDN = "urn:ietf:params:jmap:mdn";
/** A receipt was sent for the Email, or is not to be (RFC 3503, RFC 8621 §4.1.1). */
export const MDN_SENT = "$mdnsent";

/** RFC 9007 §1.1. */
export interface Disposition {
  actionMode: "manual-action" | "automatic-action";
  sendingMode: "mdn-sent-manually" | "mdn-sent-automatically";
  type: "deleted" | "dispatched" | "displayed" | "processed";
}

/** RFC 9007 §1.1. */
export interface Mdn {
  /** Of a receipt that was read: the letter that the account sent, null where it is not found. */
  forEmailId: Id | null;
  subject: string | null;
  textBody: string | null;
  includeOriginalMessage: boolean;
  reportingUA: string | null;
  disposition: Disposition;
  /** Set by the server, as the two below. */
  mdnGateway: string | null;
  originalRecipient: string | null;
  finalRecipient: string | null;
  originalMessageId: string | null;
  error: string[] | null;
  extensionFields: Record<string, string> | null;
}

export interface MdnSendArgs {
  accountId: Id;
  identityId: Id;
  send: Record<Id, Partial<Mdn> & Pick<Mdn, "forEmailId" | "disposition">>;
  onSuccessUpdateEmail?: Record<Id, PatchObject> | null;
}

/** The errors of a receipt: notFound (the Email, or its wish for one), mdnAlreadySent, forbidden, forbiddenFrom … */
export interface MdnSendResult {
  accountId: Id;
  sent: Record<Id, Partial<Mdn>> | null;
  notSent: Record<Id, SetError> | null;
}

export interface MdnParseArgs {
  accountId: Id;
  blobIds: Id[];
}

export interface MdnParseResult {
  accountId: Id;
  parsed: Record<Id, Mdn> | null;
  notParsable: Id[] | null;
  notFound: Id[] | null;
}
