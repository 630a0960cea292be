/**
 * Emails that go from one account of a person into another: an extension of ours. Email/copy (RFC 8621 §4.7) ends with its
 * request; an EmailTransfer goes on until it is done, over restarts, and removes an Email only where the other account
 * has it for good: at a mail server, once that has acknowledged it.
 */
import type { Id } from "../core/core.ts";
import type { SetError } from "../core/errors.ts";

/** An account capability. */
export const EMAIL_TRANSFERS = "tag:pismo.localhost,2026:transfers";

/** Emails of one transfer; more go in several. */
export const MAX_TRANSFERRED = 10_000;

export interface NewEmailTransfer {
  toAccountId: Id;
  /** Of that account. */
  mailboxId: Id;
  emailIds: Id[];
  /** They are copied. */
  keepsOriginals: boolean;
}

export interface EmailTransfer {
  id: Id;
  toAccountId: Id;
  keepsOriginals: boolean;
  /** Emails that are not done. */
  waiting: number;
  done: number;
  /** Those that stay where they are, with the type of the SetError. */
  failed: Record<Id, string>;
}

export interface EmailTransferGetArgs {
  accountId: Id;
  ids: Id[];
}

export interface EmailTransferGetResult {
  accountId: Id;
  list: EmailTransfer[];
  notFound: Id[];
}

export interface EmailTransferSetArgs {
  accountId: Id;
  create?: Record<Id, NewEmailTransfer> | null;
  /** Takes them back: copies go, and what has left the account comes back into its mailboxes, with a new id. */
  destroy?: Id[] | null;
}

export interface EmailTransferSetResult {
  accountId: Id;
  created: Record<Id, { id: Id }> | null;
  notCreated: Record<Id, SetError> | null;
  destroyed: Id[] | null;
  notDestroyed: Record<Id, SetError> | null;
}
