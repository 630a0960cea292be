/** How a person wants their letters shown, kept on the server so that every device has it: an extension of ours. */
import type { Id, UTCDate } from "../core/core.ts";
import type { NotificationRules } from "./notifications.ts";

/** An account capability. Its value is the account's PreferenceValues when the session was given. */
export const PREFERENCES = "tag:pismo.localhost,2026:preferences";

/** One object an account, which always exists. */
export interface Preferences {
  id: Id;
  /** Lists show a row for each Thread in place of one for each Email. */
  collapseThreads: boolean;
  /** A Thread is shown with its newest Email on top. */
  newestFirst: boolean;
  /** How long an Email that is sent waits on the server, so that sending can be undone; 0: not at all. */
  undoSendSeconds: UndoSendSeconds;
  /** Before an Email is sent that speaks of a file and has none. */
  asksForFile: boolean;
  /** Before one is sent without a subject. */
  asksForSubject: boolean;
  /** Before one is sent to many people who see one another's addresses. */
  asksForBcc: boolean;
  /** In an answer, a signature stands below what is quoted, not above. */
  signatureBelowQuote: boolean;
  /** New Emails and answers begin as plain text alone. */
  writesPlainText: boolean;
  /** Before one is sent to an address that is one letter away from one that was written to. */
  asksForAddress: boolean;
  /** Before an answer is sent that greets a person whom it leaves out. */
  asksForGreeted: boolean;
  /**
   * Addresses, as addressKey writes them, that are not offered while recipients are typed. Not in the session: pages ask
   * for it when a person writes.
   */
  neverOffered: Record<string, true>;
  /** New Emails and answers ask for a receipt (RFC 8098). */
  wantsReceipts: boolean;
  /** Any file can be attached, where the server lets the person choose that (`mayWiden` of AttachmentsCapability). */
  takesAnyFile: boolean;
  /** Groups of the navigation of which the heading alone is shown. */
  foldedGroups: readonly NavigationGroup[];
  /** null: there are none. Not in the session either. */
  notifications: NotificationRules | null;
  /** Emails leave the trash so many days after they came there; null: they stay. Not in the session. */
  emptyTrashAfterDays: EmptyAfterDays | null;
  /** The same of spam. */
  emptySpamAfterDays: EmptyAfterDays | null;
  /** Over an Email stands what it says, see deadlines.ts. Not in the session, as all that follows. */
  showsFacts: boolean;
  /** Above the inbox stands what is to be done soon. */
  showsDeadlines: boolean;
  /** It does not until then, although it is wanted. */
  deadlinesHiddenUntil: UTCDate | null;
  /**
   * Letters of first-time senders wait in a mailbox of this name, see screening.ts; of an account at a mail server in
   * "Screened". null: they come into the inbox.
   */
  screensInto: string | null;
  /** Letters that look like what the person marked as spam go there, see spam-filter.ts. */
  findsSpam: boolean;
}

export const emptyAfterChoices = [7, 30, 90] as const;
export type EmptyAfterDays = (typeof emptyAfterChoices)[number];

export const navigationGroups = ["allAccounts", "labels", "searches"] as const;
export type NavigationGroup = (typeof navigationGroups)[number];

export const MAX_NEVER_OFFERED = 1000;

export const undoSendChoices = [5, 10, 20, 30, 0] as const;
export type UndoSendSeconds = (typeof undoSendChoices)[number];

/** What every page needs from the beginning. */
export type PreferenceValues = Omit<
  Preferences,
  | "id"
  | "neverOffered"
  | "notifications"
  | "emptyTrashAfterDays"
  | "emptySpamAfterDays"
  | "showsFacts"
  | "showsDeadlines"
  | "deadlinesHiddenUntil"
  | "screensInto"
  | "findsSpam"
>;

/** Where no server keeps them: every Email is a row of its own, as on any other JMAP server. */
export const noPreferences: PreferenceValues = {
  collapseThreads: false,
  newestFirst: false,
  undoSendSeconds: 10,
  asksForFile: true,
  asksForSubject: true,
  asksForBcc: true,
  signatureBelowQuote: false,
  writesPlainText: false,
  asksForAddress: true,
  asksForGreeted: true,
  wantsReceipts: false,
  takesAnyFile: false,
  foldedGroups: [],
};
