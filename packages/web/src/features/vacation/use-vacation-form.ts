import type { VacationResponse } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../mail-ui/failure-reason.ts";
import { notify } from "../../store/index.ts";
import { loadVacation, setVacation, type VacationChange } from "../../store/submissions/vacation.ts";
import { firstDayOf, fromDateOf, lastDayOf, toDateOf } from "./vacation-days.ts";

export interface VacationFields {
  isEnabled: boolean;
  firstDay: string;
  lastDay: string;
  subject: string;
  text: string;
  contactsOnly: boolean;
}

export type FieldProblems = Partial<Record<"lastDay" | "text", string>>;

export interface VacationFormState {
  /** Undefined until it has come. */
  fields: VacationFields | undefined;
  /** Another program gave it formatting, which stays until the text is written here. */
  isFormatted: boolean;
  isChanged: boolean;
  /** A script of the mail server answers in its place. */
  isSilent: boolean;
  change(changed: Partial<VacationFields>): void;
  problem: string | undefined;
  problems: FieldProblems;
  isSaving: boolean;
  save(): Promise<void>;
}

const fieldsOf = (response: VacationResponse): VacationFields => ({
  isEnabled: response.isEnabled,
  firstDay: firstDayOf(response.fromDate),
  lastDay: lastDayOf(response.toDate),
  subject: response.subject ?? "",
  text: response.textBody ?? "",
  contactsOnly: response.contactsOnly ?? false,
});

interface Form {
  /** As it was before the person changed anything. */
  begun: VacationResponse;
  fields: VacationFields;
}

const formOf = (begun: VacationResponse): Form => ({ begun, fields: fieldsOf(begun) });

/** What differs from `begun`: a moment or formatting that another program chose stays where its field was not touched. */
function changeBetween(begun: VacationFields, fields: VacationFields): VacationChange {
  const isChanged = (name: keyof VacationFields): boolean => begun[name] !== fields[name];
  return {
    isEnabled: fields.isEnabled,
    ...(isChanged("firstDay") && { fromDate: fromDateOf(fields.firstDay) }),
    ...(isChanged("lastDay") && { toDate: toDateOf(fields.lastDay) }),
    ...(isChanged("subject") && { subject: fields.subject.trim() || null }),
    ...(isChanged("text") && { textBody: fields.text.trimEnd() || null, htmlBody: null }),
    ...(isChanged("contactsOnly") && { contactsOnly: fields.contactsOnly }),
  };
}

export function useVacationForm(accountId: string): VacationFormState {
  const { t } = useTranslation();
  const [form, setForm] = useState<Form>();
  const [problem, setProblem] = useState<string>();
  const [problems, setProblems] = useState<FieldProblems>({});
  const [isSaving, setSaving] = useState(false);

  useEffect(() => {
    let isLeft = false;
    loadVacation(accountId).then(
      (response) => {
        if (!isLeft) setForm(formOf(response));
      },
      (error: unknown) => {
        if (!isLeft) setProblem(t("vacation.problem.notLoaded", { reason: reasonOf(error, t) }));
      },
    );
    return () => {
      isLeft = true;
    };
  }, [accountId, t]);

  const { begun, fields } = form ?? {};
  const isFormatted = begun !== undefined && begun.textBody === null && begun.htmlBody !== null;

  const problemsOf = ({ isEnabled, firstDay, lastDay, text }: VacationFields): FieldProblems => {
    if (!isEnabled) return {};
    const isOver = lastDay !== "" && Date.parse(toDateOf(lastDay)!) <= Date.now();
    const isBefore = lastDay !== "" && firstDay !== "" && lastDay < firstDay;
    return {
      ...(isBefore
        ? { lastDay: t("vacation.problem.beforeFirst") }
        : isOver && { lastDay: t("vacation.problem.over") }),
      ...(text.trim() === "" && !isFormatted && { text: t("vacation.problem.noText") }),
    };
  };

  const undo = (before: VacationResponse): void => {
    const { id: _, serverAnswers: __, ...values } = before;
    setVacation(values, accountId).then(
      () => setForm(formOf(before)),
      () => notify({ key: "vacation.notSaved", tone: "error" }),
    );
  };

  return {
    fields,
    isFormatted,
    isChanged: begun !== undefined && JSON.stringify(fields) !== JSON.stringify(fieldsOf(begun)),
    isSilent: begun?.serverAnswers ?? false,
    change(changed) {
      setForm((known) => known && { ...known, fields: { ...known.fields, ...changed } });
      setProblem(undefined);
      setProblems({});
    },
    problem,
    problems,
    isSaving,
    async save() {
      if (!begun || !fields) return;
      const wrong = problemsOf(fields);
      setProblems(wrong);
      if (Object.keys(wrong).length > 0) return;
      setSaving(true);
      try {
        await setVacation(changeBetween(fieldsOf(begun), fields), accountId);
        setForm(formOf(await loadVacation(accountId)));
        notify({ key: fields.isEnabled ? "vacation.savedOn" : "vacation.savedOff", undo: () => undo(begun) });
      } catch (error) {
        setProblem(t("vacation.problem.failed", { reason: reasonOf(error, t) }));
      } finally {
        setSaving(false);
      }
    },
  };
}
