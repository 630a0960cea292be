/**
 * What an account is subscribed to: mailing lists and bulk senders, with their letters counted. An extension of ours. A
 * Newsletter is made by the first letter of its list and goes with the last one. It changes with its letters: its state is
 * that of Email.
 */
import type { Id, QueryArgs, UTCDate } from "../core/core.ts";

/**
 * An account capability; its value is empty. With it Email/query knows the conditions `inNewsletter`, the letters that the
 * Newsletter counts, and `listId`, those of mailing lists by what a list is called, which no letter has to be read for.
 */
export const NEWSLETTERS = "tag:pismo.localhost,2026:newsletters";

export interface Newsletter {
  /** The same for the same list in any account. */
  id: Id;
  /** Of RFC 2919, in lower case; null: a sender without one. */
  listId: string | null;
  /** As the newest letter has it. */
  name: string;
  /** Its sender, or of a list to which one can write the address of the list. */
  address: string;
  /** The newest letter says how to leave (RFC 2369 §3.2). */
  hasUnsubscribe: boolean;
  /** The newest letter. */
  emailId: Id;
  newestAt: UTCDate;
  /** Letters that lie in another mailbox than spam, trash, sent and drafts. */
  totalEmails: number;
  /** Those of them that have been read. */
  openedEmails: number;
  /** How many of them came in a month, over the last three or four, to one decimal. */
  emailsPerMonth: number;
}

export interface NewsletterFilterCondition {
  /** Words that the name, the address or the list's id contains. */
  text?: string;
  /** The one of this letter. */
  emailId?: Id;
}

export const newsletterSorts = ["newestAt", "name", "emailsPerMonth", "totalEmails", "openedEmails"] as const;

/** The filter is a condition or null; the sort has one property, one of newsletterSorts. */
export type NewsletterQueryArgs = Omit<QueryArgs<NewsletterFilterCondition>, "filter"> & {
  filter?: NewsletterFilterCondition | null;
};
