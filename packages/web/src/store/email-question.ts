/** The Emails about which a dialog asks: their labels, until when they are snoozed, or how long an answer is waited for. */
import type { Selection } from "./lists/selection.ts";
import { createSignal, useSignal } from "./signal.ts";

export interface EmailQuestion {
  /** Left out: their labels. */
  dialog?: "snooze" | "remind";
  selection: Selection;
  folder: string | undefined;
}

const question = createSignal<EmailQuestion | undefined>(undefined);

export const askAboutEmails = (next: EmailQuestion): void => question.set(next);
export const endQuestion = (): void => question.set(undefined);
export const useEmailQuestion = (): EmailQuestion | undefined => useSignal(question);
