import type { Id } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { notify, notifyNotDone, useMailboxes } from "../../store/index.ts";
import { addRule } from "../../store/rules/add-rule.ts";
import { loadProposals, type Proposals } from "../../store/rules/proposals.ts";
import { newRule } from "../../store/rules/rule-script.ts";
import { pathOf } from "../../store/mailboxes/path-of.ts";
import { RuleForm } from "./RuleForm.tsx";

export interface FileLikeThisProps {
  accountId: Id;
  emailId: Id;
  /** The rules sort nothing now. */
  isOff: boolean;
  onDone: () => void;
}

function useProposals({ accountId, emailId, onDone }: FileLikeThisProps): Proposals | undefined {
  const [proposals, setProposals] = useState<Proposals>();
  useEffect(() => {
    let isWanted = true;
    loadProposals(accountId, emailId).then(
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
  }, [accountId, emailId, onDone]);
  return proposals;
}

/** The form of a new rule, filled in from a letter. */
export function FileLikeThis(props: FileLikeThisProps) {
  const { accountId, isOff, onDone } = props;
  const proposals = useProposals(props);
  const mailboxes = useMailboxes();
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
