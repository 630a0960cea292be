import { MAX_SNOOZE_DAYS } from "@pismo/jmap";
import { type KeyboardEvent, type SubmitEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/reminders.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";

addTexts(texts);

const USUAL_DAYS = 3;

export interface RemindDialogProps {
  /** As it was chosen before; null: not. */
  days: number | null;
  /** It was asked for before, and can be given up. */
  isSet: boolean;
  onClose: () => void;
  onChoose: (days: number | null) => void;
}

/** With Control it would send the letter at once. Escape has to get to the dialog. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === "Enter") event.stopPropagation();
}

/** After how many days a letter that nothing answers comes back. */
export function RemindDialog({ days, isSet, onClose, onChoose }: RemindDialogProps) {
  const { t } = useTranslation();
  const formId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState(String(days ?? USUAL_DAYS));
  const [isWrong, setWrong] = useState(false);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    // The popup's own form would be submitted as well: React's events go on to where the dialog was rendered.
    event.stopPropagation();
    const wanted = /^\d{1,3}$/.test(value.trim()) ? Number(value) : 0;
    if (wanted >= 1 && wanted <= MAX_SNOOZE_DAYS) return onChoose(wanted);
    setWrong(true);
    input.current?.focus();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("reminders.title")}
      description={t("reminders.description")}
      closeLabel={t("shell.close")}
      width={400}
      initialFocus={input}
      footer={
        <>
          <Button onClick={onClose}>{t("reminders.cancel")}</Button>
          {isSet && <Button onClick={() => onChoose(null)}>{t("reminders.none")}</Button>}
          <Button variant="primary" type="submit" form={formId}>
            {t("reminders.confirm")}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} onKeyDown={keepEnter}>
        <Field
          ref={input}
          label={t("reminders.days")}
          inputMode="numeric"
          value={value}
          problem={isWrong && t("reminders.daysProblem", { max: MAX_SNOOZE_DAYS })}
          onChange={(event) => {
            setWrong(false);
            setValue(event.currentTarget.value);
          }}
        />
      </form>
    </Dialog>
  );
}
