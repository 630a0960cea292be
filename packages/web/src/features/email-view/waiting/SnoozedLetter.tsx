import { useTranslation } from "react-i18next";
import { only } from "../../../actions/index.ts";
import { snooze, wakeLetters } from "../../../actions/snooze.ts";
import { useRunningDateText } from "../../../i18n/clock.ts";
import { dateInText } from "../../../i18n/dates.ts";
import { useSnoozedUntil } from "../../../store/snooze/snoozed-until.ts";
import type { FullEmail } from "../../../store/index.ts";
import { Button } from "../../../ui/Button.tsx";
import styles from "./WaitingLetter.module.css";

/** The buttons go with what they were about: the focus goes back to the letter. */
const focusLetter = (): void => document.querySelector<HTMLElement>("main article")?.focus({ preventScroll: true });

/** Above the text of a snoozed letter: when it comes back, and that it may at once. */
export function SnoozedLetter({ email: { id } }: { email: FullEmail }) {
  const until = useSnoozedUntil(id);
  // Who put it there without a time may take it out the same way.
  return until && <Away id={id} until={until} />;
}

function Away({ id, until }: { id: FullEmail["id"]; until: Date }) {
  const { t } = useTranslation();
  // Where no server puts it back it stands above the inbox until it is put elsewhere.
  const when = useRunningDateText(until, (date) =>
    date.getTime() > Date.now() ? t("snooze.until", { date: dateInText(date) }) : "",
  );
  const state = t(when ? "snooze.state" : "snooze.returnedState");
  return (
    <section className={styles.waiting} aria-label={state}>
      <p className={styles.state}>{state}</p>
      {when && <p>{when}</p>}
      <div className={styles.buttons}>
        <Button onClick={() => void snooze.perform({ selection: only(id), folder: undefined })}>
          {t("snooze.change")}
        </Button>
        <Button onClick={() => void wakeLetters([id]).finally(focusLetter)}>
          {t(when ? "snooze.wake" : "snooze.wakeReturned")}
        </Button>
      </div>
    </section>
  );
}
