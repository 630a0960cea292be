/**
 * What our own server puts into the page that it serves, so that the client has nothing to ask before its list stands
 * (docs/decisions/0029-first-sight.md): the session, the folders, and the first letters of the folder in the address.
 */
import { type Id, MAIL, type Session, type State } from "../core/core.ts";
import type { Email } from "../mail/email.ts";
import { MAIL_SERVERS } from "./mail-server.ts";
import type { Mailbox } from "../mail/mailbox.ts";

/** What a row of a list shows. */
export const rowProperties = [
  "id",
  "threadId",
  "mailboxIds",
  "keywords",
  "from",
  "to",
  "subject",
  "preview",
  "receivedAt",
  "size",
  "hasAttachment",
] as const satisfies (keyof Email)[];

/** A letter as the list knows it. */
export type EmailRow = Pick<Email, (typeof rowProperties)[number]>;

export interface PageBeginning {
  session: Session;
  /** Of which the rest is. */
  accountId: Id;
  mailboxes: Mailbox[];
  states: { Mailbox: State; Email: State };
  /** A folder's letters, the newest first, from a place on. */
  list: { query: { folder: string }; position: number; ids: readonly Id[]; total: number; queryState: string };
  rows: EmailRow[];
}

/** The element that holds it. */
export const PAGE_BEGINNING = "page-beginning";

/** The accounts with mail, the primary one first. */
export function mailAccounts({ accounts, primaryAccounts }: Pick<Session, "accounts" | "primaryAccounts">): Id[] {
  const primary = primaryAccounts[MAIL];
  const ids = Object.keys(accounts).filter((id) => accounts[id]?.accountCapabilities[MAIL]);
  return ids.sort((a, b) => Number(b === primary) - Number(a === primary));
}

/** The account that is shown by default: a person who has added one of their own sees that one, not the samples. */
export function firstAccount(session: Pick<Session, "accounts" | "primaryAccounts">): Id | undefined {
  const ids = mailAccounts(session);
  return ids.find((id) => session.accounts[id]?.accountCapabilities[MAIL_SERVERS] !== undefined) ?? ids[0];
}

/** The special folders by the names that addresses have for them, with the roles of their mailboxes: JMAP calls spam "junk". */
export const folderRoles = {
  inbox: "inbox",
  important: "important",
  sent: "sent",
  drafts: "drafts",
  archive: "archive",
  spam: "junk",
  trash: "trash",
} as const;
