/**
 * Data that our server embeds in the page, so that the client shows a list before any request
 * (docs/decisions/0029-initial-render.md): the session, the mailboxes, and the first Emails of the mailbox in the URL.
 */
import { type Id, MAIL, type Session, type State } from "../core/core.ts";
import type { Email, Thread } from "../mail/email.ts";
import { MAIL_SERVERS } from "./servers/mail-server.ts";
import { remoteAccountOf } from "./servers/remote-account.ts";
import type { Mailbox } from "../mail/mailbox.ts";

/** The properties that list rows show. */
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

/** An Email with the properties of a list row. */
export type EmailRow = Pick<Email, (typeof rowProperties)[number]>;

/** A line above a list, most of them above the inbox; of letters that none took or that came back as many as there are, up to three. Deadlines are told by their days. */
export type ListBar =
  | `refused${1 | 2 | 3}`
  | `returned${1 | 2 | 3}`
  | "vacation"
  | "redirects"
  | "firstTime"
  | "deadlines"
  | "mirror";

/** Letters of which a line each says that none took them. */
export const MAX_REFUSED_LINES = 3;

/** Letters that came back, of which the shelf shows so many rows; the others are scrolled to. */
export const MAX_RETURNED_ROWS = 3;

/** Emails that are still to come from a mail server: of fewer nothing is said, as they are here before it can be read. */
export const MANY_TO_COME = 100;

export interface BootstrapData {
  session: Session;
  /** The account of the other properties. */
  accountId: Id;
  mailboxes: Mailbox[];
  states: { Mailbox: State; Email: State; Thread?: State };
  /** A window of a mailbox, the newest first. */
  list: {
    query: { folder: string; threads?: true };
    position: number;
    ids: readonly Id[];
    total: number;
    queryState: string;
  };
  rows: EmailRow[];
  /** Of a list of Threads: theirs, whose Emails are among the rows. */
  threads?: Thread[];
  /** What will stand above the list. */
  bars: readonly ListBar[];
  /** Days of open deadlines, in order, of which the reader's week has some. */
  deadlineDays?: readonly string[];
}

/** The id of the script element. */
export const BOOTSTRAP_DATA_ID = "bootstrap-data";

/** The accounts with mail, the primary one first; what shows several together is the last. */
export function mailAccounts(session: Pick<Session, "accounts" | "primaryAccounts">): Id[] {
  const { accounts, primaryAccounts } = session;
  const primary = primaryAccounts[MAIL];
  const ids = Object.keys(accounts).filter(
    (id) => accounts[id]?.accountCapabilities[MAIL] ?? remoteAccountOf(session, id),
  );
  return ids.sort((a, b) => Number(b === primary) - Number(a === primary));
}

/** The account that is shown by default: one that the person has added, rather than the samples. */
export function firstAccount(session: Pick<Session, "accounts" | "primaryAccounts">): Id | undefined {
  const ids = mailAccounts(session);
  return ids.find((id) => session.accounts[id]?.accountCapabilities[MAIL_SERVERS] !== undefined) ?? ids[0];
}

/** The roles of mailboxes by their path segments in URLs: JMAP calls spam "junk". */
export const folderRoles = {
  inbox: "inbox",
  important: "important",
  sent: "sent",
  drafts: "drafts",
  archive: "archive",
  spam: "junk",
  trash: "trash",
} as const;
