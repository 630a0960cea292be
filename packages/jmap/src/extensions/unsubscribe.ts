/**
 * An extension of ours: the server unsubscribes from a mailing list by one click (RFC 8058), so that the list learns
 * neither the reader's IP address nor their browser.
 */
import type { Id } from "../core/core.ts";

export const UNSUBSCRIBE = "tag:pismo.localhost,2026:unsubscribe";

export interface OneClick {
  /** The id of the Email. */
  id: Id;
  /**
   * The URL that the server would call; null where the message has none, or where the server that received it has not
   * verified its signature (RFC 8058 §4).
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
 * "done": the list's server accepted. "refused": it did not. "redirected": it redirected, which RFC 8058 forbids.
 * "unreachable": no response in time. "notAsked": this server does not call the URL.
 */
export type UnsubscribeOutcome = "done" | "refused" | "redirected" | "unreachable" | "notAsked";

export interface OneClickUnsubscribeResult {
  accountId: Id;
  id: Id;
  outcome: UnsubscribeOutcome;
}
