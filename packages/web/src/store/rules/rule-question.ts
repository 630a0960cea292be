/** The rule about which a dialog asks, from a letter or from a person's card. */
import type { Id } from "@pismo/jmap";
import { createSignal, useSignal } from "../signal.ts";

export type RuleQuestion = {
  /** Whose letters it sorts, which may be one of several accounts that are shown. */
  accountId: Id;
} & (
  | /** Letters like this one go somewhere. The id is the account's own. */ { kind: "file"; emailId: Id }
  /** What comes from there is not wanted. */
  | { kind: "block"; address: string }
);

const question = createSignal<RuleQuestion | undefined>(undefined);

export const askAboutRule = (next: RuleQuestion): void => question.set(next);
export const endRuleQuestion = (): void => question.set(undefined);
export const useRuleQuestion = (): RuleQuestion | undefined => useSignal(question);
