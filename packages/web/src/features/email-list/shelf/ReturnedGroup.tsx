import { type EmailRow, type Id, MAX_RETURNED_ROWS } from "@pismo/jmap";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type Action, archive, deleteEmails } from "../../../actions/index.ts";
import { dismissReminder, remind } from "../../../actions/remind.ts";
import { isSnoozed, snooze, wakeLetters } from "../../../actions/snooze.ts";
import { useRunningDateText } from "../../../i18n/clock.ts";
import { shortDate } from "../../../i18n/dates.ts";
import { AccountMark, accountText } from "../../../mail-ui/AccountMark.tsx";
import { findMailbox } from "../../../store/index.ts";
import { useEmailRows } from "../../../store/records/use-email-rows.ts";
import { ownerOf } from "../../../store/session/all-accounts.ts";
import type { AnyIcon } from "../../../ui/icons/Icon.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { Menu, MenuItem } from "../../../ui/Menu.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import { peopleOf } from "../row/people.ts";
import styles from "./Shelf.module.css";
import { ShelfSection } from "./ShelfSection.tsx";
import { useShelfList } from "./use-shelf-list.ts";

/** The letters of a conversation that came back: the one that did so last stands for all. */
type Talk = readonly [EmailRow, ...EmailRow[]];

function talksOf(rows: readonly EmailRow[], unanswered: ReadonlySet<Id>): Talk[] {
  const talks = new Map<string, [EmailRow, ...EmailRow[]]>();
  for (const row of rows) {
    // A sent letter has another reason, and stays where it is.
    const key = unanswered.has(row.id) ? row.id : `of ${row.threadId}`;
    const known = talks.get(key);
    if (known) known.push(row);
    else talks.set(key, [row]);
  }
  return [...talks.values()];
}

/** What was just put elsewhere is gone at once, and back with Undo. */
function stands({ id, mailboxIds }: EmailRow, unanswered: ReadonlySet<Id>): boolean {
  if (!unanswered.has(id)) return isSnoozed(mailboxIds);
  return !["trash" as const, "junk" as const].some((role) => (findMailbox(role)?.id ?? "") in mailboxIds);
}

const none: ReadonlySet<Id> = new Set();

type Times = ReadonlyMap<Id, Date>;

/** @param times the last to come back first @param unanswered those that were sent */
export function ReturnedGroup({ times, unanswered = none }: { times: Times; unanswered?: ReadonlySet<Id> }) {
  const { t } = useTranslation();
  const rows = useEmailRows(useMemo(() => [...times.keys()], [times]));
  const talks = useMemo(
    () =>
      talksOf(
        rows.filter((row) => stands(row, unanswered)),
        unanswered,
      ),
    [rows, unanswered],
  );
  const [first] = talks;
  if (!first) return null;
  const shown = Math.min(talks.length, MAX_RETURNED_ROWS) as 1 | 2 | 3;
  return (
    <ShelfSection
      bar={`returned${shown}`}
      isOpenFirst
      label={t("snooze.group.label")}
      icon={lateIcons.clock}
      title={t("snooze.group.title", { count: talks.length })}
      next={visibleText(first[0].subject?.trim() ?? "")}
    >
      {(listId) => <List id={listId} talks={talks} times={times} unanswered={unanswered} />}
    </ShelfSection>
  );
}

interface ListProps {
  id: string;
  talks: readonly Talk[];
  times: Times;
  unanswered: ReadonlySet<Id>;
}

function List({ id, talks, times, unanswered }: ListProps) {
  const { t } = useTranslation();
  const { list, onKeyDown, leave } = useShelfList(talks);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the controls in it
    <ul
      ref={list}
      id={id}
      className={`${styles.list} ${styles.letters}`}
      aria-label={t("snooze.group.label")}
      onKeyDown={onKeyDown}
    >
      {talks.map((talk, place) => (
        <Entry
          key={talk[0].id}
          talk={talk}
          at={times.get(talk[0].id)!}
          isSent={unanswered.has(talk[0].id)}
          onPut={() => leave(place)}
        />
      ))}
    </ul>
  );
}

const others = [archive, snooze, deleteEmails] as const;
const othersOfSent = [remind, deleteEmails] as const;
const icons: Partial<Record<string, AnyIcon>> = { clock: lateIcons.clock, bell: lateIcons.bell };

interface EntryProps {
  talk: Talk;
  at: Date;
  /** Nothing has answered it. */
  isSent: boolean;
  onPut: () => void;
}

function Entry({ talk, at, isSent, onPut }: EntryProps) {
  const { t } = useTranslation();
  const [row] = talk;
  const when = useRunningDateText(at, shortDate);
  const subject = visibleText(row.subject?.trim() ?? "") || t("snooze.group.noSubject");
  const owner = ownerOf(row.id);
  const ids = new Set(talk.map(({ id }) => id));
  const context = { selection: { kind: "ids", ids }, folder: undefined } as const;
  const perform = (action: Action): void => {
    // Its dialog may be closed again.
    if (action !== snooze && action !== remind) onPut();
    void action.perform(context);
  };
  return (
    <li className={styles.entry}>
      {owner && <AccountMark owner={owner} />}
      <Link
        className={styles.letter}
        to={`/email/${row.id}?title=${encodeURIComponent(subject)}`}
        data-unread={talk.some(({ keywords }) => !keywords["$seen"]) ? "" : undefined}
      >
        <span>{peopleOf(row, isSent ? "sent" : "inbox").names || t("snooze.group.noSender")}</span>
        <span>{subject}</span>
        {owner && <span className="visually-hidden">{accountText(owner)}</span>}
      </Link>
      <span className={styles.when} data-reason={isSent ? "" : undefined}>
        {t(isSent ? "snooze.reminder.unanswered" : "snooze.returned")} <span>{when}</span>
      </span>
      <IconButton
        icon={isSent ? "check" : "inbox"}
        iconSize={18}
        label={t(isSent ? "snooze.group.dismiss" : "snooze.group.putBack", { subject })}
        onClick={() => {
          onPut();
          void (isSent ? dismissReminder(row.id) : wakeLetters([...ids]));
        }}
      />
      <Menu align="end" trigger={<IconButton icon="more" iconSize={18} label={t("snooze.group.more", { subject })} />}>
        {(isSent ? othersOfSent : others).flatMap((action) =>
          action.isAvailable(context) ? (
            <MenuItem
              key={action.id}
              icon={icons[action.icon ?? ""] ?? (action.icon as "archive")}
              onClick={() => perform(action)}
            >
              {t(action.labelKey)}
            </MenuItem>
          ) : (
            []
          ),
        )}
      </Menu>
    </li>
  );
}
