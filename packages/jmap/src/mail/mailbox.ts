/** Mailboxes: RFC 8621 §2. */
import type { ChangesResult, Id, QueryArgs, SetArgs } from "../core/core.ts";

/** The roles that Pismo gives meaning to; others of the IANA registry are stored unchanged. */
export type MailboxRole = "inbox" | "sent" | "drafts" | "archive" | "junk" | "trash" | "important" | (string & {});

export interface MailboxRights {
  mayReadItems: boolean;
  mayAddItems: boolean;
  mayRemoveItems: boolean;
  maySetSeen: boolean;
  maySetKeywords: boolean;
  mayCreateChild: boolean;
  mayRename: boolean;
  mayDelete: boolean;
  maySubmit: boolean;
}

export interface Mailbox {
  id: Id;
  name: string;
  parentId: Id | null;
  role: MailboxRole | null;
  sortOrder: number;
  totalEmails: number;
  unreadEmails: number;
  totalThreads: number;
  unreadThreads: number;
  myRights: MailboxRights;
  isSubscribed: boolean;
}

export interface MailboxFilterCondition {
  parentId?: Id | null;
  name?: string;
  role?: MailboxRole | null;
  hasAnyRole?: boolean;
  isSubscribed?: boolean;
}

export interface MailboxQueryArgs extends QueryArgs<MailboxFilterCondition> {
  sortAsTree?: boolean;
  filterAsTree?: boolean;
}

export interface MailboxSetArgs extends SetArgs<Mailbox> {
  onDestroyRemoveEmails?: boolean;
}

/** `updatedProperties` is set when nothing but counts changed (RFC 8621 §2.2). */
export interface MailboxChangesResult extends ChangesResult {
  updatedProperties: string[] | null;
}
