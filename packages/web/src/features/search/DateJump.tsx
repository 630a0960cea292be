import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { goToDate } from "../../store/index.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import styles from "./SearchBox.module.css";

/** A calendar that leads to the Emails of a day, however far down the open list they stand. */
export function DateJump() {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <span className={styles.date}>
      {/* The browser's own calendar, in the reader's own order of day and month; the button is what one meets. */}
      <input
        ref={input}
        type="date"
        className={styles.day}
        tabIndex={-1}
        aria-hidden="true"
        data-go-to-date=""
        onChange={({ target }) => target.value !== "" && void goToDate(target.value)}
      />
      <IconButton
        className={styles.clear}
        icon="calendar"
        iconSize={18}
        label={t("shell.search.goToDate")}
        onClick={() => input.current?.showPicker()}
      />
    </span>
  );
}
