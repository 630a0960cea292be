import type { Id } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/rules.ts";
import { notifyNotDone, useAccount } from "../../store/index.ts";
import { endRuleQuestion, type RuleQuestion as Question, useRuleQuestion } from "../../store/rules/rule-question.ts";
import { loadRules } from "../../store/rules/add-rule.ts";
import type { ShownScript } from "../../store/rules/rules.ts";
import buttons from "../../ui/Button.module.css";
import { Dialog } from "../../ui/Dialog.tsx";
import { BlockSender } from "./BlockSender.tsx";
import { FileLikeThis } from "./FileLikeThis.tsx";

addTexts(texts);

/** What is asked about a rule from outside of the page of rules. */
export function RuleQuestion() {
  const { accountId } = useAccount();
  const question = useRuleQuestion();
  return question && <Asked key={accountId} accountId={accountId} question={question} />;
}

function Asked({ accountId, question }: { accountId: Id; question: Question }) {
  const script = useScript(accountId);
  if (!script) return null;
  if (!script.rules) return <FromElsewhere />;
  const isOff = script.id !== undefined && !script.isActive;
  return question.kind === "block" ? (
    <BlockSender accountId={accountId} address={question.address} isOff={isOff} onDone={endRuleQuestion} />
  ) : (
    <FileLikeThis accountId={accountId} emailId={question.emailId} isOff={isOff} onDone={endRuleQuestion} />
  );
}

/** Where it cannot be had, that is said, and nothing is asked. */
function useScript(accountId: Id): ShownScript | undefined {
  const [script, setScript] = useState<ShownScript>();
  useEffect(() => {
    let isWanted = true;
    loadRules(accountId).then(
      (loaded) => isWanted && setScript(loaded),
      (error: unknown) => {
        if (!isWanted) return;
        notifyNotDone(error);
        endRuleQuestion();
      },
    );
    return () => {
      isWanted = false;
    };
  }, [accountId]);
  return script;
}

function FromElsewhere() {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onOpenChange={endRuleQuestion}
      title={t("rules.new")}
      description={t("rules.elsewhere")}
      closeLabel={t("shell.close")}
      footer={
        <Link className={buttons.button} to="/settings/rules" onClick={endRuleQuestion}>
          {t("rules.toRules")}
        </Link>
      }
    />
  );
}
