import { useTranslation } from "react-i18next";
import { only } from "../../../actions/index.ts";
import { snooze, wakeLetters } from "../../../actions/snooze.ts";
import { dateInText } from "../../../i18n/dates.ts";
import { useSnoozedUntil } from "../../../store/snooze/snoozed-until.ts";
import type { FullEmail } from "../../../store/index.ts";
import { Button } from "../../../ui/Button.tsx";
import styles from "./WaitingLetter.module.css";

/** The buttons go with what they were about: the focus goes back to the letter. */
const focusLetter = (): void => document.querySelector<HTMLElement>("main article")?.focus({ preventScroll: true });

/** Above the text of a snoozed letter: when it comes back, and that it may at once. */
export function SnoozedLetter({ email: { id } }: { email: FullEmail }) {
  const { t } = useTranslation();
  const until = useSnoozedUntil(id);
  // Who put it there without a time may take it out the same way.
  if (!until) return null;
  return (
    <section className={styles.waiting} aria-label={t("snooze.state")}>
      <p className={styles.state}>{t("snooze.state")}</p>
      <p>{t("snooze.until", { date: dateInText(until) })}</p>
      <div className={styles.buttons}>
        <Button onClick={() => void snooze.perform({ selection: only(id), folder: undefined })}>
          {t("snooze.change")}
        </Button>
        <Button onClick={() => void wakeLetters([id]).finally(focusLetter)}>{t("snooze.wake")}</Button>
      </div>
    </section>
  );
}
