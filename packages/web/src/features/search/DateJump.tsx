import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../ui/IconButton.tsx";
import styles from "./SearchBox.module.css";

/** Few go to a date: it is fetched while they choose the day. */
const loadGoToDate = () => import("../../store/lists/go-to-date.ts");

function goTo(day: string): void {
  loadGoToDate().then(
    ({ goToDate }) => goToDate(day),
    () => undefined,
  );
}

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
        onChange={({ target }) => target.value !== "" && goTo(target.value)}
      />
      <IconButton
        className={styles.clear}
        icon="calendar"
        iconSize={18}
        label={t("shell.search.goToDate")}
        onClick={() => {
          input.current?.showPicker();
          loadGoToDate().catch(() => undefined);
        }}
      />
    </span>
  );
}
