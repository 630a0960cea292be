import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { dateInText } from "../../../i18n/dates.ts";
import type { SendTime } from "../../../store/drafts/writing.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Menu, MenuCheckboxItem, MenuGroup, MenuItem, MenuSeparator } from "../../../ui/Menu.tsx";
import styles from "./SendLater.module.css";
import { mondayMorning, tomorrowMorning } from "../../../mail-ui/times/future-times.ts";
import { RemindDialog } from "../../../mail-ui/times/RemindDialog.tsx";
import { PickTimeDialog } from "../../../mail-ui/times/PickTimeDialog.tsx";

export interface SendLaterProps {
  /** How long the server holds a letter; 0: it does not. */
  maxSeconds: number;
  /** What waits goes only while the person is signed in. */
  whileSignedIn: boolean;
  /** When it was to be sent before it was taken back. */
  before?: Date | undefined;
  asksForReceipt: boolean;
  onAskForReceipt: (asks: boolean) => void;
  /** Whether the account's server reminds. */
  mayRemind: boolean;
  remindAfterDays: number | null;
  onRemind: (days: number | null) => void;
  onSend: (time: SendTime) => void;
}

const timeOf = (until: Date): SendTime => ({ until, named: dateInText(until) });

/** Beside Send: the letter goes out in the morning, on Monday, or when the person says; and with what wishes. */
export function SendLater(props: SendLaterProps) {
  const {
    maxSeconds,
    whileSignedIn,
    before,
    asksForReceipt,
    onAskForReceipt,
    mayRemind,
    remindAfterDays,
    onRemind,
    onSend,
  } = props;
  const { t } = useTranslation();
  const [isPicking, setPicking] = useState(false);
  const [isReminding, setReminding] = useState(false);
  return (
    <>
      <Menu
        side="top"
        trigger={
          <IconButton
            className={styles.button}
            icon="chevron-down"
            label={t(maxSeconds > 0 ? "compose.later.title" : "compose.sendOptions")}
          />
        }
      >
        {maxSeconds > 0 && (
          <>
            <LaterItems {...{ whileSignedIn, before, onSend }} onPick={() => setPicking(true)} />
            <MenuSeparator />
          </>
        )}
        <MenuCheckboxItem checked={asksForReceipt} onCheckedChange={onAskForReceipt} closeOnClick>
          {t("compose.asksForReceipt")}
        </MenuCheckboxItem>
        <MenuItem disabled={!mayRemind} onClick={() => setReminding(true)}>
          {reminderText(mayRemind, remindAfterDays, t)}
        </MenuItem>
      </Menu>
      {isReminding && (
        <RemindDialog
          days={remindAfterDays}
          isSet={remindAfterDays !== null}
          onClose={() => setReminding(false)}
          onChoose={(days) => {
            setReminding(false);
            onRemind(days);
          }}
        />
      )}
      {isPicking && (
        <PickTimeDialog
          title={t("compose.later.pickTitle")}
          confirmLabel={t("compose.later.schedule")}
          maxSeconds={maxSeconds}
          onClose={() => setPicking(false)}
          onPick={(until) => {
            setPicking(false);
            onSend(timeOf(until));
          }}
        />
      )}
    </>
  );
}

function reminderText(mayRemind: boolean, days: number | null, t: TFunction): string {
  if (!mayRemind) return t("compose.remind.notOffered");
  return days === null ? t("compose.remind.choose") : t("compose.remind.chosen", { count: days });
}

interface LaterItemsProps extends Pick<SendLaterProps, "whileSignedIn" | "before" | "onSend"> {
  onPick: () => void;
}

/** Of the open menu: the mornings are those after the moment it was opened. */
function LaterItems({ whileSignedIn, before, onSend, onPick }: LaterItemsProps) {
  const { t } = useTranslation();
  const [[tomorrow, monday, again]] = useState(() => {
    const now = new Date();
    return [
      timeOf(tomorrowMorning(now)),
      timeOf(mondayMorning(now)),
      before && before > now && timeOf(before),
    ] as const;
  });
  const items = (
    <>
      {again && <MenuItem onClick={() => onSend(again)}>{t("compose.later.asBefore", { date: again.named })}</MenuItem>}
      <MenuItem onClick={() => onSend(tomorrow)}>{t("compose.later.tomorrow", { date: tomorrow.named })}</MenuItem>
      {monday.until.getTime() !== tomorrow.until.getTime() && (
        <MenuItem onClick={() => onSend(monday)}>{t("compose.later.monday", { date: monday.named })}</MenuItem>
      )}
      <MenuItem icon="calendar" onClick={onPick}>
        {t("compose.later.pick")}
      </MenuItem>
    </>
  );
  return whileSignedIn ? <MenuGroup label={t("compose.later.whileSignedIn")}>{items}</MenuGroup> : items;
}
