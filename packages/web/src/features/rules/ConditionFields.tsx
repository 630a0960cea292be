import { useTranslation } from "react-i18next";
import type { Condition } from "../../store/rules/rule-script.ts";
import { Button } from "../../ui/Button.tsx";
import { Input, Select } from "../../ui/Field.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import styles from "./Rules.module.css";

const kinds = ["from", "address", "domain", "to", "subject", "list", "file", "larger"] as const;
const MAX_CONDITIONS = 20;
const MAX_TEXT = 200;

/** Another kind of the same condition: what was typed stays where it can. */
function ofKind(kind: Condition["kind"], before: Condition): Condition {
  if (kind === "file") return { kind };
  if (kind === "larger") return { kind, size: 5 };
  return { kind, text: "text" in before ? before.text : "" };
}

export interface ConditionFieldsProps {
  conditions: readonly Condition[];
  onChange: (conditions: Condition[]) => void;
}

export function ConditionFields({ conditions, onChange }: ConditionFieldsProps) {
  const { t } = useTranslation();
  const put = (index: number, condition: Condition): void =>
    onChange(conditions.map((each, at) => (at === index ? condition : each)));
  return (
    <>
      {conditions.map((condition, index) => {
        const number = index + 1;
        return (
          // Conditions have nothing of their own to be known by.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className={styles.condition}>
            <Select
              aria-label={t("rules.condition", { number })}
              value={condition.kind}
              onChange={({ target: { value } }) =>
                put(
                  index,
                  ofKind(
                    kinds.find((kind) => kind === value)!,
                    condition,
                  ),
                )
              }
            >
              {kinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`rules.fields.${kind}`)}
                </option>
              ))}
            </Select>
            {"text" in condition && (
              <Input
                type="text"
                aria-label={t("rules.text", { number })}
                maxLength={MAX_TEXT}
                autoComplete="off"
                value={condition.text}
                onChange={({ target: { value } }) => put(index, { ...condition, text: value })}
              />
            )}
            {condition.kind === "larger" && (
              <Input
                type="number"
                min={1}
                max={1000}
                aria-label={t("rules.size", { number })}
                value={Number.isNaN(condition.size) ? "" : condition.size}
                onChange={({ target: { valueAsNumber } }) => put(index, { ...condition, size: valueAsNumber })}
              />
            )}
            {conditions.length > 1 && (
              <IconButton
                icon="close"
                label={t("rules.removeCondition", { number })}
                onClick={() => onChange(conditions.filter((_, at) => at !== index))}
              />
            )}
          </div>
        );
      })}
      {conditions.length < MAX_CONDITIONS && (
        <div>
          <Button variant="quiet" onClick={() => onChange([...conditions, { kind: "subject", text: "" }])}>
            {t("rules.addCondition")}
          </Button>
        </div>
      )}
    </>
  );
}
