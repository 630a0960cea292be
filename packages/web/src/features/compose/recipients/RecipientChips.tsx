import type { EmailAddress } from "@pismo/jmap";
import { type KeyboardEvent, type RefObject, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../i18n/numbers.ts";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { isValidAddress } from "./recipients.ts";
import styles from "./RecipientField.module.css";
import { visibleText } from "../../../ui/visible-text.ts";

export interface RecipientChipsProps {
  recipients: EmailAddress[];
  list: RefObject<HTMLUListElement | null>;
  onRemove(index: number): void;
  /** The chip goes back into the input, to be corrected. */
  onEdit(index: number): void;
  /** The focus goes on behind the last chip. */
  onLeave(): void;
}

/** Chips that are drawn: an answer to all may go to 200,000 people. The last ones, beside which one writes. */
const SHOWN_AT_FIRST = 200;
const SHOWN_MORE = 1000;

/** @param index of the recipient; before the first chip that is drawn, that one gets the focus */
export function focusChip(list: HTMLUListElement | null, index: number): void {
  const chip =
    list?.querySelector<HTMLElement>(`[data-chip="${index}"]`) ?? list?.querySelector<HTMLElement>("[data-chip]");
  chip?.focus();
}

/**
 * Recipients as chips. They are not in the tab order: from the input Left or Backspace leads to them, Left and Right go
 * from one to the next, Delete removes one and Enter takes it back into the input.
 */
export function RecipientChips({ recipients, list, onRemove, onEdit, onLeave }: RecipientChipsProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(SHOWN_AT_FIRST);
  const hidden = Math.max(0, recipients.length - shown);
  const keyDown = (event: KeyboardEvent, index: number): void => {
    const { key } = event;
    if (key === "ArrowLeft" || key === "ArrowUp") focusChip(list.current, Math.max(hidden, index - 1));
    else if (key === "Home") focusChip(list.current, hidden);
    else if ((key === "ArrowRight" || key === "ArrowDown") && index < recipients.length - 1)
      focusChip(list.current, index + 1);
    else if (key === "ArrowRight" || key === "ArrowDown" || key === "End") onLeave();
    else if (key === "Delete" || key === "Backspace") onRemove(index);
    else {
      // A character is the beginning of the next recipient.
      if (key.length === 1 && !event.ctrlKey && !event.metaKey && key !== " ") onLeave();
      return;
    }
    event.preventDefault();
  };
  const chip = (recipient: EmailAddress, index: number) => {
    const isInvalid = !isValidAddress(recipient.email);
    const name = recipient.name && visibleText(recipient.name);
    const email = visibleText(recipient.email);
    return (
      <li key={recipient.email} className={styles.chip} data-invalid={isInvalid ? "" : undefined} title={email}>
        <button
          type="button"
          data-chip={index}
          tabIndex={-1}
          className={styles.chipText}
          onClick={() => onEdit(index)}
          onKeyDown={(event) => keyDown(event, index)}
        >
          {isInvalid && <Icon icon={lateIcons.warning} size={16} className={styles.warning} />}
          <span className={styles.chipName}>{name ?? email}</span>
          {name && <span className="visually-hidden"> {email}</span>}
          {isInvalid && <span className="visually-hidden"> ({t("compose.invalidAddress")})</span>}
        </button>
        <button
          type="button"
          tabIndex={-1}
          className={styles.chipRemove}
          aria-label={t("compose.removeRecipient", { name: name ?? email })}
          onClick={() => onRemove(index)}
        >
          <Icon icon="close" size={16} />
        </button>
      </li>
    );
  };
  return (
    <>
      {hidden > 0 && (
        <li className={styles.moreChips}>
          <button type="button" className={styles.moreButton} onClick={() => setShown(shown + SHOWN_MORE)}>
            {t("compose.moreRecipients", { count: hidden, number: formatNumber(hidden) })}
          </button>
        </li>
      )}
      {recipients.slice(hidden).map((recipient, index) => chip(recipient, hidden + index))}
    </>
  );
}
