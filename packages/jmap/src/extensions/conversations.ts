/**
 * Conversations as a person arranges them: an extension of ours. RFC 8621 has the server decide which Emails belong to a
 * Thread, for good. A client that names this capability in `using` sees the Threads as the person has them: threadId of
 * Email/get may change then, and Thread/get follows it. For all others both stay.
 */
import type { Id } from "../core/core.ts";
import type { SetError } from "../core/errors.ts";

/** An account capability. */
export const CONVERSATIONS = "tag:pismo.localhost,2026:conversations";

export interface ConversationArrangeArgs {
  accountId: Id;
  /** The Thread that each Email is put into; null: all of these into a new one. */
  emails: Record<Id, Id | null>;
}

export interface ConversationArrangeResult {
  accountId: Id;
  /** Their Threads before and after: `from` of each, arranged again, takes it back. */
  arranged: Record<Id, { from: Id; to: Id }> | null;
  notArranged: Record<Id, SetError> | null;
}
