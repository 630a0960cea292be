import type { Id } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { notify, notifyNotDone } from "../../store/index.ts";
import { addRule } from "../../store/rules/add-rule.ts";
import { loadProposals, type Proposals } from "../../store/rules/proposals.ts";
import { useRuleAccount } from "../../store/rules/rule-account.ts";
import { newRule } from "../../store/rules/rule-script.ts";
import { pathOf } from "../../store/mailboxes/path-of.ts";
import { RuleForm } from "./RuleForm.tsx";

export interface FileLikeThisProps {
  emailId: Id;
  /** The rules sort nothing now. */
  isOff: boolean;
  onDone: () => void;
}

function useProposals({ emailId, onDone }: FileLikeThisProps): Proposals | undefined {
  // Folders that come while it is open change nothing of what was proposed.
  const [account] = useState(useRuleAccount());
  const [proposals, setProposals] = useState<Proposals>();
  useEffect(() => {
    let isWanted = true;
    loadProposals(account, emailId).then(
      (found) => {
        if (isWanted && found) setProposals(found);
        else if (isWanted) onDone();
      },
      (error: unknown) => {
        if (!isWanted) return;
        notifyNotDone(error);
        onDone();
      },
    );
    return () => {
      isWanted = false;
    };
  }, [account, emailId, onDone]);
  return proposals;
}

/** The form of a new rule, filled in from a letter. */
export function FileLikeThis(props: FileLikeThisProps) {
  const { isOff, onDone } = props;
  const proposals = useProposals(props);
  const { accountId, mailboxes } = useRuleAccount();
  if (!proposals) return null;
  const { conditions, folderId } = proposals;
  const mailbox = mailboxes.find(({ id }) => id === folderId);
  const begun = {
    ...newRule(),
    ...(conditions[0] && { conditions: [conditions[0]] }),
    folder: mailbox ? { id: mailbox.id, path: pathOf(mailbox, mailboxes) } : null,
  };
  return (
    <RuleForm
      rule={undefined}
      begun={begun}
      proposals={conditions}
      isOff={isOff}
      onSave={async (rule) => {
        const takeOut = await addRule(accountId, rule);
        notify({ key: "rules.added", undo: () => void takeOut().catch(notifyNotDone) });
      }}
      onDone={onDone}
    />
  );
}
