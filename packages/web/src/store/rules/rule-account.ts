/** Whose rules are meant, and what they may name: of the shown account, or of one of several that are shown. */
import type { Id, LabelFace } from "@pismo/jmap";
import { createContext, useContext } from "react";
import { useLabels } from "../labels/labels.ts";
import { useMailboxes } from "../mailboxes/mailboxes.ts";
import type { Uncounted } from "../records/records.ts";
import { useAccount } from "../session/session.ts";

export interface RuleAccount {
  accountId: Id;
  /** In the order of the navigation. */
  mailboxes: readonly Uncounted[];
  labels: readonly LabelFace[];
}

/** undefined: the shown account. */
export const OtherRuleAccount = createContext<RuleAccount | undefined>(undefined);

export function useRuleAccount(): RuleAccount {
  const { accountId } = useAccount();
  const mailboxes = useMailboxes();
  const labels = useLabels();
  return useContext(OtherRuleAccount) ?? { accountId, mailboxes, labels };
}
