import { useState } from "react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { useRunningDateText } from "../../../i18n/clock.ts";
import { currentLanguage } from "../../../i18n/index.ts";
import { reasonOf } from "../../../mail-ui/failure-reason.ts";
import { setDeadline, type ShownDeadline } from "../../../store/facts/deadlines.ts";
import { notify } from "../../../store/index.ts";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { Menu, MenuItem, MenuSeparator } from "../../../ui/Menu.tsx";
import { Link } from "react-router";
import { kindIcons, lineText, whatText, whenText } from "./deadline-text.ts";
import { laterTimes } from "./later-times.ts";
import { entryText, saveEntry } from "./save-entry.ts";
import styles from "./Shelf.module.css";
import { useShelfList } from "./use-shelf-list.ts";

type Change = Parameters<typeof setDeadline>[1];

/** Puts it away, and offers to take that back. */
function change(entry: ShownDeadline, to: Change, key: string, what: string, t: TFunction): void {
  const failed = (error: unknown): number =>
    notify({ key: "deadlines.notSaved", values: { reason: reasonOf(error, t) }, tone: "error" });
  const before: Change = { state: "open", laterUntil: entry.laterUntil };
  setDeadline(entry, to).then(
    () => notify({ key, values: { what }, undo: () => void setDeadline(entry, before).catch(failed) }),
    failed,
  );
}

const utcDate = (date: Date): string => date.toISOString().replace(/\.\d+/, "");

export function DeadlineList({ id, entries }: { id: string; entries: readonly ShownDeadline[] }) {
  const { t } = useTranslation();
  const { list, onKeyDown, leave } = useShelfList(entries);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the controls in it
    <ul ref={list} id={id} className={styles.list} aria-label={t("deadlines.list")} onKeyDown={onKeyDown}>
      {entries.map((entry, at) => (
        <Entry key={`${entry.accountId} ${entry.id}`} entry={entry} onPut={() => leave(at)} />
      ))}
    </ul>
  );
}

function Entry({ entry, onPut }: { entry: ShownDeadline; onPut: () => void }) {
  const { t } = useTranslation();
  const what = lineText(entry, t);
  const when = useRunningDateText(new Date(0), () => whenText(entry, currentLanguage(), t));
  const put = (to: Change, key: string): void => {
    onPut();
    change(entry, to, key, what, t);
  };
  const [emailId] = entry.emailIds;
  return (
    <li className={styles.entry}>
      <Icon icon={kindIcons[entry.kind]} size={18} />
      <span className={styles.words}>
        {emailId === undefined ? what : <Link to={`/email/${emailId}?title=${encodeURIComponent(what)}`}>{what}</Link>}
        <span className={styles.when}>{when}</span>
      </span>
      <IconButton
        icon="check"
        iconSize={18}
        label={t("deadlines.done", { what })}
        onClick={() => put({ state: "done" }, "deadlines.isDone")}
      />
      <Menu align="end" trigger={<IconButton icon="more" iconSize={18} label={t("deadlines.more", { what })} />}>
        <LaterItems entry={entry} onChoose={(date) => put({ laterUntil: utcDate(date) }, "deadlines.isLater")} />
        <CalendarItem entry={entry} what={what} />
        <MenuItem icon="close" onClick={() => put({ state: "dismissed" }, "deadlines.isDismissed")}>
          {t("deadlines.dismiss")}
        </MenuItem>
      </Menu>
    </li>
  );
}

/** When the menu is opened: until when it can wait. */
function LaterItems({ entry, onChoose }: { entry: ShownDeadline; onChoose: (date: Date) => void }) {
  const { t } = useTranslation();
  const [times] = useState(() => laterTimes(entry, new Date()));
  if (times.length === 0) return null;
  return (
    <>
      {times.map(({ key, date }) => (
        <MenuItem key={key} icon={lateIcons.clock} onClick={() => onChoose(date)}>
          {t(`deadlines.${key}`)}
        </MenuItem>
      ))}
      <MenuSeparator />
    </>
  );
}

function CalendarItem({ entry, what }: { entry: ShownDeadline; what: string }) {
  const { t } = useTranslation();
  const text = entryText([entry, ...entry.others], (each) => whatText(each, t));
  if (text === undefined) return null;
  return (
    <MenuItem icon="calendar" onClick={() => saveEntry(text, what)}>
      {t("deadlines.calendar")}
    </MenuItem>
  );
}
