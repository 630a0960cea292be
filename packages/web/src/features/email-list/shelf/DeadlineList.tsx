import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useRunningDateText } from "../../../i18n/clock.ts";
import { currentLanguage } from "../../../i18n/index.ts";
import { mondayMorning, tomorrowMorning, weekendMorning } from "../../../mail-ui/times/future-times.ts";
import { setDeadline, type ShownDeadline } from "../../../store/facts/deadlines.ts";
import { notify } from "../../../store/index.ts";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { Menu, MenuItem, MenuSeparator } from "../../../ui/Menu.tsx";
import { Link } from "react-router";
import { kindIcons, whatText, whenText } from "./deadline-text.ts";
import { saveEntry } from "./save-entry.ts";
import styles from "./Shelf.module.css";

type Change = Parameters<typeof setDeadline>[1];

const failed = (): number => notify({ key: "deadlines.notSaved", tone: "error" });

/** Puts it away, and offers to take that back. */
function change(entry: ShownDeadline, to: Change, key: string, what: string): void {
  const before: Change = { state: "open", laterUntil: entry.laterUntil };
  setDeadline(entry, to).then(
    () => notify({ key, values: { what }, undo: () => void setDeadline(entry, before).catch(failed) }),
    failed,
  );
}

const utcDate = (date: Date): string => date.toISOString().replace(/\.\d+/, "");

export function DeadlineList({ id, entries }: { id: string; entries: readonly ShownDeadline[] }) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  /** Up and down, from entry to entry. */
  const step = (steps: number): void => {
    const links = [...(list.current?.querySelectorAll("a") ?? [])];
    const at = links.findIndex((link) => link.closest("li")?.contains(document.activeElement));
    links[Math.max(0, Math.min(links.length - 1, at + steps))]?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the controls in it
    <ul
      ref={list}
      id={id}
      className={styles.list}
      aria-label={t("deadlines.list")}
      onKeyDown={(event) => {
        const steps = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (steps === undefined || !(event.target instanceof HTMLAnchorElement)) return;
        event.preventDefault();
        step(steps);
      }}
    >
      {entries.map((entry) => (
        <Entry key={`${entry.accountId} ${entry.id}`} entry={entry} onGone={() => step(1)} />
      ))}
    </ul>
  );
}

function Entry({ entry, onGone }: { entry: ShownDeadline; onGone: () => void }) {
  const { t } = useTranslation();
  const what = whatText(entry, t);
  const when = useRunningDateText(new Date(0), () => whenText(entry, currentLanguage(), t));
  const put = (to: Change, key: string): void => {
    // Its own buttons go with it.
    onGone();
    change(entry, to, key, what);
  };
  const later = (date: Date): void => put({ laterUntil: utcDate(date) }, "deadlines.isLater");
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
        <MenuItem icon={lateIcons.clock} onClick={() => later(tomorrowMorning(new Date()))}>
          {t("deadlines.tomorrow")}
        </MenuItem>
        <MenuItem icon={lateIcons.clock} onClick={() => later(weekendMorning(new Date()))}>
          {t("deadlines.weekend")}
        </MenuItem>
        <MenuItem icon={lateIcons.clock} onClick={() => later(mondayMorning(new Date()))}>
          {t("deadlines.nextWeek")}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon="calendar" onClick={() => saveEntry(entry, what)}>
          {t("deadlines.calendar")}
        </MenuItem>
        <MenuItem icon="close" onClick={() => put({ state: "dismissed" }, "deadlines.isDismissed")}>
          {t("deadlines.dismiss")}
        </MenuItem>
      </Menu>
    </li>
  );
}
