import { type EmailRow, isFlagged, isImportant } from "../../../store/records/email-properties.ts";
import { Icon } from "../../../ui/icons/Icon.tsx";
import type { RowTexts } from "./use-row-texts.ts";
import styles from "./RowSign.module.css";

interface RowSignProps {
  row: EmailRow;
  texts: Pick<RowTexts, "flag" | "flagImportant" | "unflag">;
  tabIndex: number;
  isDisabled: boolean;
  onToggle(): void;
}

/** A row's flag button; an important Email without a flag shows the sign for important instead. */
export function RowSign({ row, texts, tabIndex, isDisabled, onToggle }: RowSignProps) {
  const flagged = isFlagged(row);
  const shown = flagged ? "flag" : isImportant(row) ? "important" : undefined;
  const label = flagged ? texts.unflag : shown ? texts.flagImportant : texts.flag;
  return (
    <button
      type="button"
      className={styles.sign}
      disabled={isDisabled}
      data-shown={shown}
      tabIndex={tabIndex}
      aria-label={label}
      title={label}
      onClick={onToggle}
    >
      {shown === "important" && <Icon icon="important-filled" className={styles.important} />}
      <Icon icon={flagged ? "flag-filled" : "flag"} className={styles.flag} />
    </button>
  );
}
