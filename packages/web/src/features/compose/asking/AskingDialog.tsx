import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "./AskingDialog.module.css";
import type { Questions } from "./questions.ts";

export interface AskingDialogProps {
  questions: Questions;
  onBack: () => void;
  onSend: () => void;
  /** Moves all recipients to Bcc, and goes back to the letter. */
  onHide: () => void;
}

/** One question before the letter goes, whatever there is to ask. */
export function AskingDialog({ questions, onBack, onSend, onHide }: AskingDialogProps) {
  const { t } = useTranslation();
  const back = useRef<HTMLButtonElement>(null);
  const { file, subject, people, addresses = [], greeted = [] } = questions;
  return (
    <Dialog
      open
      onOpenChange={onBack}
      title={t("compose.ask.title")}
      closeLabel={t("compose.ask.back")}
      initialFocus={back}
      footer={
        <>
          <Button ref={back} onClick={onBack}>
            {t("compose.ask.back")}
          </Button>
          {people !== undefined && <Button onClick={onHide}>{t("compose.ask.hide")}</Button>}
          <Button variant="primary" onClick={onSend}>
            {t("compose.ask.send")}
          </Button>
        </>
      }
    >
      <ul className={styles.reasons}>
        {file !== undefined && <li>{t("compose.ask.file", { words: file })}</li>}
        {subject && <li>{t("compose.ask.subject")}</li>}
        {addresses.map(({ address, known }) => (
          <li key={address}>
            {t("compose.ask.address", { address: visibleText(address), known: visibleText(known) })}
          </li>
        ))}
        {greeted.length > 0 && (
          <li>
            {t("compose.ask.greeted", {
              people: greeted.map(({ name, email }) => visibleText(name ?? email)).join(", "),
            })}
          </li>
        )}
        {people !== undefined && <li>{t("compose.ask.people", { count: people })}</li>}
      </ul>
    </Dialog>
  );
}
