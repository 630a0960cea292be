import { characters, type LabelColor, labelColors, type LabelFace, MAX_LABEL_NAME } from "@pismo/jmap";
import { type SubmitEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/labels.ts";
import { labelColor } from "../LabelChips.tsx";
import { createLabel, updateLabel } from "../../store/labels/edit-labels.ts";
import { useShownLabels } from "../../store/labels/label-places.ts";
import { idsUnder, labelLines, placeOfTyped } from "../../store/labels/label-tree.ts";
import { Button } from "../../ui/Button.tsx";
import { Field, Labelled, Select } from "../../ui/Field.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import { FormDialog } from "../unsaved/FormDialog.tsx";
import { labelProblem } from "./label-problem.ts";
import styles from "./Labels.module.css";

addTexts(texts);

/** A colour that few of the labels have. */
export function freshColor(labels: readonly LabelFace[]): LabelColor {
  const uses = (color: LabelColor): number => labels.filter((label) => label.color === color).length;
  return labelColors.slice(1).toSorted((a, b) => uses(a) - uses(b))[0]!;
}

/** A label's name, colour and place; without one, a new label. */
export function LabelForm({ label, onDone }: { label?: LabelFace | undefined; onDone: () => void }) {
  const { t } = useTranslation();
  const labels = useShownLabels();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [start] = useState(() => ({
    name: label?.name ?? "",
    color: label?.color ?? freshColor(labels),
    parentId: label?.parentId ?? "",
  }));
  const [name, setName] = useState(start.name);
  const [color, setColor] = useState<LabelColor>(start.color);
  const [parentId, setParentId] = useState<string>(start.parentId);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  // A new one's path may be typed, as in the choice of labels.
  const typed =
    !label && parentId === "" ? placeOfTyped(labels, name) : { name: name.trim(), parentId: parentId || null };
  const tooLong =
    characters(typed.name) > MAX_LABEL_NAME ? t("labels.problems.tooLong", { count: MAX_LABEL_NAME }) : undefined;
  const under = label ? idsUnder(labels, label.id) : new Set();

  const save = async (): Promise<void> => {
    if (name.trim() === "") return refuse(t("labels.problems.missing"));
    if (tooLong !== undefined) return input.current?.focus();
    setBusy(true);
    try {
      const values = { ...typed, color };
      await (label ? updateLabel(label, values) : createLabel(values));
      onDone();
    } catch (error) {
      setBusy(false);
      refuse(labelProblem(error, t));
    }
  };
  const refuse = (reason: string): void => {
    setProblem(reason);
    input.current?.focus();
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!isBusy) void save();
  };
  return (
    <FormDialog
      isChanged={!isBusy && (name !== start.name || color !== start.color || parentId !== start.parentId)}
      onDone={onDone}
      title={t(label ? "labels.edit" : "labels.new")}
      initialFocus={input}
      footer={
        <>
          <Button onClick={onDone}>{t("shell.cancel")}</Button>
          <Button variant="primary" type="submit" form={`${id}-form`} disabled={isBusy}>
            {t("labels.save")}
          </Button>
        </>
      }
    >
      <form id={`${id}-form`} className={styles.form} noValidate onSubmit={submit}>
        <Field
          ref={input}
          label={t("labels.name")}
          problem={tooLong ?? problem}
          hint={label && t("labels.keyword", { keyword: label.keyword })}
          autoComplete="off"
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            setProblem(undefined);
          }}
        />
        <fieldset className={styles.colors}>
          <legend>{t("labels.color")}</legend>
          {labelColors.map((each) => (
            <input
              key={each}
              type="radio"
              name={`${id}-color`}
              className={styles.color}
              style={labelColor({ color: each })}
              aria-label={t(`labels.colors.${each}`)}
              title={t(`labels.colors.${each}`)}
              checked={each === color}
              onChange={() => setColor(each)}
            />
          ))}
        </fieldset>
        <Labelled id={`${id}-parent`} label={t("labels.parent")}>
          <Select id={`${id}-parent`} value={parentId} onChange={(event) => setParentId(event.target.value)}>
            <option value="">{t("labels.top")}</option>
            {labelLines(labels)
              .filter((line) => !under.has(line.label.id))
              .map((line) => (
                <option key={line.label.id} value={line.label.id}>
                  {visibleText(line.path)}
                </option>
              ))}
          </Select>
        </Labelled>
      </form>
    </FormDialog>
  );
}
