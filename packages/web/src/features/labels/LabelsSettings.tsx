import type { LabelFace } from "@pismo/jmap";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/labels.ts";
import { formatNumber } from "../../i18n/numbers.ts";
import { LabelDot } from "../../mail-ui/LabelChips.tsx";
import { useLabels, useLabelsCapability } from "../../store/index.ts";
import { useShowsAllAccounts } from "../../store/session/all-accounts.ts";
import { useLabelCounts } from "../../store/labels/label-counts.ts";
import { labelLines } from "../../store/labels/label-tree.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import { LabelForm } from "../../mail-ui/labels/LabelForm.tsx";
import styles from "../../mail-ui/labels/Labels.module.css";
import { removeWithUndo } from "../../mail-ui/labels/remove-label.ts";

addTexts(texts);

/** The row of a button is about to go: the focus goes to the same button of the next one, or to what makes a new label. */
function focusBeside(button: HTMLElement): void {
  const row = button.closest("li");
  const next = row?.nextElementSibling ?? row?.previousElementSibling ?? row?.closest("ul")?.nextElementSibling;
  [...(next?.querySelectorAll("button") ?? [])].at(-1)?.focus();
}

/** All labels: made, changed, removed. */
export function LabelsSettings() {
  const { t } = useTranslation();
  const capability = useLabelsCapability();
  const labels = useLabels();
  const counts = useLabelCounts();
  const [edited, setEdited] = useState<{ label: LabelFace | undefined }>();
  const isTogether = useShowsAllAccounts();
  if (!capability) return <p className={styles.note}>{t(isTogether ? "labels.inOne" : "labels.unsupported")}</p>;
  return (
    <>
      {!capability.isOnServer && <p className={styles.note}>{t("labels.onlyHere")}</p>}
      {labels.length > 0 && (
        <ul className={styles.labels} aria-label={t("labels.title")}>
          {labelLines(labels).map(({ label, depth }) => {
            const name = visibleText(label.name);
            // Not known while the server that counts is away.
            const total = counts.get(label.id)?.totalEmails;
            return (
              <li key={label.id} className={styles.label} style={{ paddingLeft: 12 + Math.min(depth, 4) * 20 }}>
                <LabelDot label={label} />
                <Link className={styles.name} to={`/all?label=${label.id}`}>
                  {name}
                </Link>
                <span className={styles.hint}>
                  {total !== undefined && t("labels.total", { count: total, number: formatNumber(total) })}
                </span>
                <IconButton icon="pencil" label={t("labels.editOf", { name })} onClick={() => setEdited({ label })} />
                <IconButton
                  icon="trash"
                  label={t("labels.removeOf", { name })}
                  onClick={({ currentTarget, detail }) => {
                    focusBeside(currentTarget);
                    // The second half of a double click would be for the row that has moved up.
                    if (detail < 2) void removeWithUndo(label);
                  }}
                />
              </li>
            );
          })}
        </ul>
      )}
      <div className={styles.foot}>
        <Button onClick={() => setEdited({ label: undefined })}>{t("labels.new")}</Button>
      </div>
      {edited && <LabelForm label={edited.label} onDone={() => setEdited(undefined)} />}
    </>
  );
}
