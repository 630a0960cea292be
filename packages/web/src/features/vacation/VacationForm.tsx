import { useEffect, useId } from "react";
import { useTranslation } from "react-i18next";
import { knowsAudience } from "../../store/submissions/vacation.ts";
import { Button } from "../../ui/Button.tsx";
import { Field, Labelled, Problem, TextArea } from "../../ui/Field.tsx";
import { Switch } from "../../ui/Switch.tsx";
import styles from "./Vacation.module.css";
import { useVacationForm } from "./use-vacation-form.ts";

export interface VacationFormProps {
  accountId: string;
  /** Something would be lost, or nothing any more. */
  onChanged: (accountId: string, isChanged: boolean) => void;
}

/** When an account answers, to whom and what. */
export function VacationForm({ accountId, onChanged }: VacationFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const { fields, isFormatted, isSilent, isChanged, change, problem, problems, isSaving, save } =
    useVacationForm(accountId);
  const isUnsaved = isChanged && !isSaving;
  useEffect(() => onChanged(accountId, isUnsaved), [accountId, isUnsaved, onChanged]);
  if (!fields) return problem && <Problem>{problem}</Problem>;
  const hint = isFormatted ? t("vacation.formatted") : undefined;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving) void save();
      }}
    >
      {isSilent && <p className={styles.note}>{t("vacation.serverAnswers")}</p>}
      <Switch label={t("vacation.on")} checked={fields.isEnabled} onChange={(isEnabled) => change({ isEnabled })} />
      <div className={styles.fields}>
        <div className={styles.days}>
          <Field
            label={t("vacation.firstDay")}
            type="date"
            value={fields.firstDay}
            onChange={({ target }) => change({ firstDay: target.value })}
          />
          <Field
            label={t("vacation.lastDay")}
            type="date"
            min={fields.firstDay || undefined}
            value={fields.lastDay}
            problem={problems.lastDay}
            onChange={({ target }) => change({ lastDay: target.value })}
          />
        </div>
        <p className={styles.daysHint}>{t("vacation.daysHint")}</p>
        <Field
          label={t("vacation.subject")}
          hint={t("vacation.subjectHint")}
          value={fields.subject}
          onChange={({ target }) => change({ subject: target.value })}
        />
        <Labelled id={id} label={t("vacation.text")}>
          <TextArea
            id={id}
            className={styles.text ?? ""}
            rows={6}
            value={fields.text}
            aria-invalid={problems.text ? true : undefined}
            aria-describedby={problems.text ? `${id}-problem` : hint && `${id}-hint`}
            onChange={({ target }) => change({ text: target.value })}
          />
          {hint && (
            <p id={`${id}-hint`} className={styles.daysHint}>
              {hint}
            </p>
          )}
          {problems.text && <Problem id={`${id}-problem`}>{problems.text}</Problem>}
        </Labelled>
      </div>
      {knowsAudience(accountId) && (
        <Switch
          label={t("vacation.contactsOnly")}
          hint={t("vacation.contactsOnlyHint")}
          checked={fields.contactsOnly}
          onChange={(contactsOnly) => change({ contactsOnly })}
        />
      )}
      {problem && <Problem className={styles.problem}>{problem}</Problem>}
      <div className={styles.foot}>
        <Button variant="primary" type="submit" aria-disabled={isSaving ? true : undefined}>
          {t("vacation.save")}
        </Button>
      </div>
    </form>
  );
}
