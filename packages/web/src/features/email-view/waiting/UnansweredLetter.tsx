import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { only } from "../../../actions/index.ts";
import { dismissReminder, mayRemindOf, remind, remindOf } from "../../../actions/remind.ts";
import { dateInText } from "../../../i18n/dates.ts";
import type { FullEmail } from "../../../store/index.ts";
import { comesBackAbove } from "../../../store/snooze/returned.ts";
import { onNews } from "../../../store/sync/news.ts";
import { askAgain, useSnoozedUntil } from "../../../store/snooze/snoozed-until.ts";
import { Button } from "../../../ui/Button.tsx";
import styles from "./WaitingLetter.module.css";

/** The buttons go with what they were about: the focus goes back to the letter. */
const focusLetter = (): void => document.querySelector<HTMLElement>("main article")?.focus({ preventScroll: true });

/** Above the text of a sent letter that is waited for: when it comes back without an answer, or that it did. */
export function UnansweredLetter({ email: { id } }: { email: FullEmail }) {
  return mayRemindOf(id) && <Reminder id={id} />;
}

function Reminder({ id }: { id: FullEmail["id"] }) {
  const { t } = useTranslation();
  const until = useSnoozedUntil(id);
  // An answer is no change of this Email where its server knows nothing of reminders.
  useEffect(() => (comesBackAbove(id) ? onNews(() => askAgain(id)) : undefined), [id]);
  const [now] = useState(Date.now);
  if (!until) return null;
  const isBack = until.getTime() <= now;
  const state = t(isBack ? "snooze.reminder.cameState" : "snooze.reminder.state");
  const end = (): Promise<void> => (isBack ? dismissReminder(id) : remindOf(id, null));
  return (
    <section className={styles.waiting} aria-label={state}>
      <p className={styles.state}>{state}</p>
      <p>{t(isBack ? "snooze.reminder.came" : "snooze.reminder.until", { date: dateInText(until) })}</p>
      <div className={styles.buttons}>
        <Button onClick={() => void remind.perform({ selection: only(id), folder: undefined })}>
          {t(isBack ? "snooze.reminder.again" : "snooze.reminder.change")}
        </Button>
        <Button onClick={() => void end().finally(focusLetter)}>
          {t(isBack ? "snooze.reminder.dismiss" : "snooze.reminder.none")}
        </Button>
      </div>
    </section>
  );
}
