/**
 * An extension of ours: the server tells a mailing list that a reader wants no more of it (RFC 8058), so that the list
 * learns neither the reader's address on the network nor their browser. A server that does not name the capability does not.
 */
import type { Id } from "../core/core.ts";

export const UNSUBSCRIBE = "tag:pismo.localhost,2026:unsubscribe";

export interface OneClick {
  /** The id of the Email. */
  id: Id;
  /**
   * Where the server would ask; null where the letter offers no such way, or where the server that received it did not
   * find the offer signed (RFC 8058 §4).
   */
  url: string | null;
}

export interface OneClickGetArgs {
  accountId: Id;
  ids: Id[];
}

export interface OneClickGetResult {
  accountId: Id;
  list: OneClick[];
  notFound: Id[];
}

export interface OneClickUnsubscribeArgs {
  accountId: Id;
  id: Id;
}

/**
 * "done": the list's server has said yes. "refused": it has said no. "redirected": it sends elsewhere, which RFC 8058
 * forbids. "unreachable": no answer in time. "notAsked": the address is none that this server calls.
 */
export type UnsubscribeOutcome = "done" | "refused" | "redirected" | "unreachable" | "notAsked";

export interface OneClickUnsubscribeResult {
  accountId: Id;
  id: Id;
  outcome: UnsubscribeOutcome;
}
