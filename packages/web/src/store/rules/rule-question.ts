/** The rule about which a dialog asks, from a letter or from a person's card. */
import type { Id } from "@pismo/jmap";
import { createSignal, useSignal } from "../signal.ts";

/**
 * About the rules of an account, which may be one of several that are shown: letters like one (by the account's own id) go
 * somewhere, or what comes from an address is not wanted.
 */
export type RuleQuestion = { accountId: Id } & ({ kind: "file"; emailId: Id } | { kind: "block"; address: string });

const question = createSignal<RuleQuestion | undefined>(undefined);

export const askAboutRule = (next: RuleQuestion): void => question.set(next);
export const endRuleQuestion = (): void => question.set(undefined);
export const useRuleQuestion = (): RuleQuestion | undefined => useSignal(question);
