/**
 * First-time senders: with the preference `screensInto` their letters wait in a mailbox of that name, out of the inbox, until
 * the person lets the sender in. An extension of ours. A ScreenedSender changes with its letters: its state is that of Email.
 */
import type { Id, QueryArgs, UTCDate } from "../core/core.ts";

/** An account capability; its value is empty. */
export const SCREENING = "tag:pismo.localhost,2026:screening";

/**
 * "waiting": their letters wait. "letIn": those that waited lie in the inbox, and what comes goes there. "refused": those
 * that waited lie in spam, or in the trash where there is no spam; what comes is for the account's rules.
 */
export const screenedStates = ["waiting", "letIn", "refused"] as const;
export type ScreenedState = (typeof screenedStates)[number];

export interface ScreenedSender {
  id: Id;
  /** In lower case. */
  address: string;
  /** As the newest letter that waits has it. */
  name: string | null;
  subject: string | null;
  /** The newest letter that waits. */
  emailId: Id;
  newestAt: UTCDate;
  /** Letters that wait. */
  totalEmails: number;
  /** All that can be set. Letters follow: at once, or, of many, soon. */
  state: ScreenedState;
}

/** Those who have letters that wait, the newest first. There is no filter and no sort. */
export type ScreenedSenderQueryArgs = Omit<QueryArgs<never>, "filter" | "sort"> & { filter?: null; sort?: null };

/** Characters of the name of the mailbox. */
export const MAX_SCREENED_NAME = 100;
