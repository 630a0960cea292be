import { type KeyboardEvent, type ReactNode, type SubmitEvent, useId } from "react";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../../mail-ui/unsaved/FormDialog.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Problem } from "../../../ui/Field.tsx";
import styles from "./PeopleDialog.module.css";

interface PeopleDialogProps {
  title: string;
  text: string;
  sendLabel: string;
  /** People were chosen or typed. */
  isChanged: boolean;
  /** Why it did not go. */
  problem: string | undefined;
  /** It is being sent, or who sends it is not known yet. */
  isBusy: boolean;
  onSend(): void;
  onClose(): void;
  children: ReactNode;
}

/** With Control it would be sent by the popup below. Escape has to get to the dialog. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === "Enter") event.stopPropagation();
}

/** Asks to whom a letter goes that nothing is written in any more. */
export function PeopleDialog(props: PeopleDialogProps) {
  const { title, text, sendLabel, isChanged, problem, isBusy, onSend, onClose, children } = props;
  const { t } = useTranslation();
  const formId = useId();
  return (
    <FormDialog
      isChanged={isChanged && !isBusy}
      onDone={onClose}
      title={title}
      description={text}
      width={520}
      footer={
        <>
          <Button onClick={onClose}>{t("compose.cancel")}</Button>
          <Button variant="primary" type="submit" form={formId} aria-disabled={isBusy ? true : undefined}>
            {sendLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles.form}
        noValidate
        onKeyDown={keepEnter}
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          event.stopPropagation();
          if (!isBusy) onSend();
        }}
      >
        {children}
        {problem && <Problem>{problem}</Problem>}
      </form>
    </FormDialog>
  );
}
