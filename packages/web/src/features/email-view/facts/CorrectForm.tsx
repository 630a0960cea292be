import { type FactKind, MAX_FACT_VALUE, type OrderState, type ShownFactField } from "@pismo/jmap";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../../mail-ui/failure-reason.ts";
import { Button } from "../../../ui/Button.tsx";
import { Input, Problem, Select } from "../../../ui/Field.tsx";
import { stateKey } from "./fact-names.ts";
import { readSum, valueKind, type ValueKind } from "./fact-text.ts";
import styles from "./Facts.module.css";

const states = [
  "accepted",
  "paid",
  "shipped",
  "ready",
  "delivered",
  "cancelled",
  "returned",
] as const satisfies OrderState[];
const reservationStates = ["accepted", "cancelled"] as const satisfies OrderState[];

export interface CorrectFormProps {
  name: string;
  kind: FactKind;
  field: ShownFactField;
  onSave: (value: string | null) => Promise<void>;
  onClose: () => void;
}

function inputType(kind: ValueKind, value: string): string {
  // Of some times the day alone is known.
  if (kind === "day" || (kind === "time" && !value.includes("T"))) return "date";
  return kind === "time" ? "datetime-local" : "text";
}

const currencyOf = (value: string): string => / ([A-Z]{3})$/.exec(value)?.[1] ?? "RUB";

/** Of a field: what is right, in place of what was read. */
export function CorrectForm({ name, kind: factKind, field, onSave, onClose }: CorrectFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const kind = valueKind(field.name);
  const [text, setText] = useState(field.value);
  const [problem, setProblem] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const save = (value: string | null): void => {
    setSaving(true);
    onSave(value).catch((error: unknown) => {
      setSaving(false);
      setProblem(t("facts.notSaved", { reason: reasonOf(error, t) }));
    });
  };
  const submit = (): void => {
    if (text === field.value) return onClose();
    const written = text.trim();
    if (written === "") return setProblem(t("facts.empty"));
    const value = kind === "sum" ? readSum(written, currencyOf(field.value)) : written;
    if (value === undefined) return setProblem(t("facts.noSum"));
    if (value === field.value) return onClose();
    // What was read is no correction.
    save(value === field.originalValue ? null : value);
  };
  const control = {
    id,
    "aria-label": name,
    "aria-invalid": problem === undefined ? undefined : true,
    "aria-describedby": problem === undefined ? undefined : `${id}-problem`,
    value: text,
    // The person has just asked for it.
    autoFocus: true,
    onChange: ({ target }: { target: { value: string } }) => setText(target.value),
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving) submit();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        // The page's own Escape goes back to the list.
        event.stopPropagation();
        onClose();
      }}
    >
      {kind === "state" ? (
        <Select {...control}>
          {(factKind === "order" ? states : reservationStates).map((state) => (
            <option key={state} value={state}>
              {t(stateKey(factKind, state))}
            </option>
          ))}
        </Select>
      ) : (
        <Input {...control} type={inputType(kind, field.value)} maxLength={MAX_FACT_VALUE} />
      )}
      {problem !== undefined && <Problem id={`${id}-problem`}>{problem}</Problem>}
      <div className={styles.formButtons}>
        <Button type="submit" variant="primary" disabled={isSaving}>
          {t("facts.save")}
        </Button>
        <Button onClick={onClose}>{t("shell.cancel")}</Button>
        {field.isCorrected && (
          <Button variant="quiet" disabled={isSaving} onClick={() => save(null)}>
            {t("facts.takeBack")}
          </Button>
        )}
      </div>
    </form>
  );
}
