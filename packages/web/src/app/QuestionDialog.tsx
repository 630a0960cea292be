import { useTranslation } from "react-i18next";
import { answerQuestion, usePendingAction } from "../actions/run-action.ts";
import { addTexts } from "../i18n/lazy/add-texts.ts";
import { texts } from "../i18n/lazy/notices.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";

addTexts(texts);

/** Asks before what cannot be undone. */
export function QuestionDialog() {
  const { t } = useTranslation();
  const pending = usePendingAction();
  if (!pending) return null;
  const { action, question } = pending;
  return (
    <Dialog
      open
      onOpenChange={() => answerQuestion(false)}
      title={t(action.labelKey)}
      description={t(question.key, question.values)}
      closeLabel={t("shell.close")}
      footer={
        <>
          <Button onClick={() => answerQuestion(false)}>{t("shell.cancel")}</Button>
          <Button variant="danger" onClick={() => answerQuestion(true)}>
            {t(action.labelKey)}
          </Button>
        </>
      }
    />
  );
}
