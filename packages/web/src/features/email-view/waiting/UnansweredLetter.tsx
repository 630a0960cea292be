import { useTranslation } from "react-i18next";
import { only } from "../../../actions/index.ts";
import { mayRemindOf, remind, remindOf } from "../../../actions/remind.ts";
import { dateInText } from "../../../i18n/dates.ts";
import type { FullEmail } from "../../../store/index.ts";
import { useSnoozedUntil } from "../../../store/snooze/snoozed-until.ts";
import { Button } from "../../../ui/Button.tsx";
import styles from "./WaitingLetter.module.css";

/** The buttons go with what they were about: the focus goes back to the letter. */
const focusLetter = (): void => document.querySelector<HTMLElement>("main article")?.focus({ preventScroll: true });

/** Above the text of a sent letter that is waited for: when it comes back without an answer. */
export function UnansweredLetter({ email: { id } }: { email: FullEmail }) {
  return mayRemindOf(id) && <Reminder id={id} />;
}

function Reminder({ id }: { id: FullEmail["id"] }) {
  const { t } = useTranslation();
  const until = useSnoozedUntil(id);
  if (!until) return null;
  return (
    <section className={styles.waiting} aria-label={t("snooze.reminder.state")}>
      <p className={styles.state}>{t("snooze.reminder.state")}</p>
      <p>{t("snooze.reminder.until", { date: dateInText(until) })}</p>
      <div className={styles.buttons}>
        <Button onClick={() => void remind.perform({ selection: only(id), folder: undefined })}>
          {t("snooze.reminder.change")}
        </Button>
        <Button onClick={() => void remindOf(id, null).finally(focusLetter)}>{t("snooze.reminder.none")}</Button>
      </div>
    </section>
  );
}
