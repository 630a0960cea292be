import { type KeyboardEvent, type SubmitEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/times.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { readLocalInput, type TimeProblem, tomorrowMorning, toLocalInput } from "./future-times.ts";

addTexts(texts);

const SECONDS_A_DAY = 24 * 60 * 60;
const DAYS_A_YEAR = 366;

export interface PickTimeDialogProps {
  title: string;
  /** Of the button. */
  confirmLabel: string;
  maxSeconds: number;
  onClose: () => void;
  onPick: (until: Date) => void;
}

/** With Control it would send the letter at once. Escape has to get to the dialog. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === "Enter") event.stopPropagation();
}

/** Asks for the day and the time. */
export function PickTimeDialog({ title, confirmLabel, maxSeconds, onClose, onPick }: PickTimeDialogProps) {
  const { t } = useTranslation();
  const formId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState(() => toLocalInput(tomorrowMorning(new Date())));
  const [problem, setProblem] = useState<TimeProblem>();
  const days = Math.floor(maxSeconds / SECONDS_A_DAY);
  const zone = t("times.zone", { zone: new Intl.DateTimeFormat().resolvedOptions().timeZone });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    // The popup's own form would be submitted as well: React's events go on to where the dialog was rendered.
    event.stopPropagation();
    const read = readLocalInput(value, new Date(), maxSeconds);
    if (typeof read === "string") setProblem(read);
    else onPick(read);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      closeLabel={t("shell.close")}
      width={360}
      initialFocus={input}
      footer={
        <>
          <Button onClick={onClose}>{t("times.cancel")}</Button>
          <Button variant="primary" type="submit" form={formId}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} onKeyDown={keepEnter}>
        <Field
          ref={input}
          label={t("times.when")}
          // What goes on for years is no limit that one has to know.
          hint={days >= DAYS_A_YEAR ? zone : `${t("times.limit", { count: days })} ${zone}`}
          type="datetime-local"
          value={value}
          problem={problem && t(`times.problem.${problem}`, { count: days })}
          onChange={(event) => {
            setProblem(undefined);
            setValue(event.currentTarget.value);
          }}
        />
      </form>
    </Dialog>
  );
}
