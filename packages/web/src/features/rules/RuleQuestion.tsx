import type { Id } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/rules.ts";
import { RulesOf } from "../../mail-ui/rules/RulesOf.tsx";
import { notifyNotDone } from "../../store/index.ts";
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
  const question = useRuleQuestion();
  return (
    question && (
      <RulesOf key={question.accountId} accountId={question.accountId} onFailed={giveUp}>
        <Asked question={question} />
      </RulesOf>
    )
  );
}

/** Where it cannot be had what is asked about, that is said, and nothing is asked. */
function giveUp(error: unknown): void {
  notifyNotDone(error);
  endRuleQuestion();
}

function Asked({ question }: { question: Question }) {
  const { accountId } = question;
  const script = useScript(accountId);
  if (!script) return null;
  if (!script.rules) return <FromElsewhere accountId={accountId} />;
  const isOff = script.id !== undefined && !script.isActive;
  return question.kind === "block" ? (
    <BlockSender address={question.address} isOff={isOff} onDone={endRuleQuestion} />
  ) : (
    <FileLikeThis emailId={question.emailId} isOff={isOff} onDone={endRuleQuestion} />
  );
}

function useScript(accountId: Id): ShownScript | undefined {
  const [script, setScript] = useState<ShownScript>();
  useEffect(() => {
    let isWanted = true;
    loadRules(accountId).then(
      (loaded) => isWanted && setScript(loaded),
      (error: unknown) => isWanted && giveUp(error),
    );
    return () => {
      isWanted = false;
    };
  }, [accountId]);
  return script;
}

function FromElsewhere({ accountId }: { accountId: Id }) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onOpenChange={endRuleQuestion}
      title={t("rules.new")}
      description={t("rules.elsewhere")}
      closeLabel={t("shell.close")}
      footer={
        <Link className={buttons.button} to={`/settings/rules?account=${accountId}`} onClick={endRuleQuestion}>
          {t("rules.toRules")}
        </Link>
      }
    />
  );
}
