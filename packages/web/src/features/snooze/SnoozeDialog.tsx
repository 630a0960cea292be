import { MAX_SNOOZE_DAYS } from "@pismo/jmap";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ActionContext } from "../../actions/index.ts";
import { snoozeUntil } from "../../actions/snooze.ts";
import { dateInText } from "../../i18n/dates.ts";
import { laterToday, mondayMorning, tomorrowMorning, weekendMorning } from "../../mail-ui/times/future-times.ts";
import { PickTimeDialog } from "../../mail-ui/times/PickTimeDialog.tsx";
import { endQuestion } from "../../store/email-question.ts";
import { selectedEmails } from "../../store/index.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { Icon } from "../../ui/icons/Icon.tsx";
import { lateIcons } from "../../ui/icons/late-icons.ts";
import styles from "./SnoozeDialog.module.css";

const SECONDS_A_DAY = 24 * 60 * 60;

/** The moments that are offered, each once, in their order. */
function choicesAt(now: Date): (readonly [name: string, until: Date])[] {
  const today = laterToday(now);
  const all = [
    ...(today ? [["laterToday", today] as const] : []),
    ["tomorrow", tomorrowMorning(now)] as const,
    ["weekend", weekendMorning(now)] as const,
    ["nextWeek", mondayMorning(now)] as const,
  ].toSorted(([, one], [, other]) => one.getTime() - other.getTime());
  return all.filter(([, until], index) => until.getTime() !== all[index - 1]?.[1].getTime());
}

/** Until when: moments near at hand, or one that is picked. */
export function SnoozeDialog({ context }: { context: ActionContext }) {
  const { t } = useTranslation();
  const [isPicking, setPicking] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  const [choices] = useState(() => choicesAt(new Date()));
  const choose = (until: Date): void => {
    endQuestion();
    void snoozeUntil(context, until);
  };
  if (isPicking) {
    return (
      <PickTimeDialog
        title={t("snooze.pickTitle")}
        confirmLabel={t("snooze.confirm")}
        maxSeconds={MAX_SNOOZE_DAYS * SECONDS_A_DAY}
        onClose={endQuestion}
        onPick={choose}
      />
    );
  }
  return (
    <Dialog
      open
      onOpenChange={endQuestion}
      title={t("snooze.title")}
      description={t("snooze.letters", { count: new Set(selectedEmails(context.selection)).size })}
      closeLabel={t("shell.close")}
      width={360}
      initialFocus={first}
    >
      <ul className={styles.choices}>
        {choices.map(([name, until], index) => (
          <li key={name}>
            <button
              ref={index === 0 ? first : null}
              type="button"
              className={styles.choice}
              onClick={() => choose(until)}
            >
              <Icon icon={lateIcons.clock} />
              <span className={styles.name}>{t(`snooze.${name}`)}</span>
              <span className={styles.date}>{dateInText(until)}</span>
            </button>
          </li>
        ))}
        <li>
          <button type="button" className={styles.choice} onClick={() => setPicking(true)}>
            <Icon icon="calendar" />
            <span className={styles.name}>{t("snooze.pick")}</span>
          </button>
        </li>
      </ul>
    </Dialog>
  );
}
