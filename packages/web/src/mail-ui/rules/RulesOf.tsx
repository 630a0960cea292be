import type { Id } from "@pismo/jmap";
import { type ReactNode, useEffect, useState } from "react";
import { useAccount } from "../../store/index.ts";
import { getLabelsCapability } from "../../store/labels/labels.ts";
import { inOrder } from "../../store/mailboxes/folders.ts";
import { OtherRuleAccount, type RuleAccount } from "../../store/rules/rule-account.ts";
import { foldersOf } from "../../store/transfers/other-folders.ts";

export interface RulesOfProps {
  accountId: Id;
  /** Its folders cannot be had. */
  onFailed?: (error: unknown) => void;
  children: ReactNode;
}

/** What is in it is about the rules of this account, which may be one of several that are shown. */
export function RulesOf(props: RulesOfProps) {
  const { accountId } = useAccount();
  return accountId === props.accountId ? props.children : <OfOther key={props.accountId} {...props} />;
}

function OfOther({ accountId, onFailed, children }: RulesOfProps) {
  const [account, setAccount] = useState<RuleAccount>();
  useEffect(() => {
    let isWanted = true;
    foldersOf(accountId).then(
      ({ all }) => {
        const labels = getLabelsCapability(accountId)?.labels ?? [];
        if (isWanted) setAccount({ accountId, mailboxes: inOrder(all), labels });
      },
      (error: unknown) => isWanted && onFailed?.(error),
    );
    return () => {
      isWanted = false;
    };
  }, [accountId, onFailed]);
  return account && <OtherRuleAccount value={account}>{children}</OtherRuleAccount>;
}
