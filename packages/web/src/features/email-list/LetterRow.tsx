import type { Id } from "@pismo/jmap";
import { memo, type MouseEvent, useCallback } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useDateText } from "../../i18n/clock.ts";
import { fullDate, shortDate } from "../../i18n/dates.ts";
import {
  type EmailRow,
  isDraft,
  isFlagged,
  isImportant,
  isUnread,
  openCompose,
  prefetch,
  useEmailRow,
  useIsSelected,
} from "../../store/index.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { categoryOf } from "../../letters/category.ts";
import { CategoryMenu } from "../../letters/CategoryMenu.tsx";
import { ClipButton } from "./ClipButton.tsx";
import { startDrag } from "./drag.ts";
import { Mark } from "./Mark.tsx";
import { peopleOf } from "./people.ts";
import { SkeletonRow } from "./SkeletonRow.tsx";
import { usePointerRest } from "../../ui/use-pointer-rest.ts";
import { visibleText, withoutHidden } from "../../ui/visible-text.ts";
import styles from "./LetterRow.module.css";

/** What a row tells the list; the same object as long as the list is open. */
export interface RowEvents {
  /** The letter became the one that keys act on. */
  onActive(id: Id): void;
  onSelect(id: Id, isRange: boolean): void;
  onToggleRead(row: EmailRow): void;
  onToggleFlag(row: EmailRow): void;
}

export interface LetterRowProps {
  id: Id;
  index: number;
  total: number;
  /** Its place, in px of the scrolled element. */
  top: number;
  folder: string;
  /** Its controls are in the order of the Tab key. */
  isActive: boolean;
  events: RowEvents;
}

/** One letter. It is drawn again only when its own record, place or selection changes. */
export const LetterRow = memo(function LetterRow({ id, ...props }: LetterRowProps) {
  const row = useEmailRow(id);
  return row ? <LoadedRow row={row} {...props} /> : <SkeletonRow top={props.top} />;
});

function LoadedRow({
  row,
  index,
  total,
  top,
  folder,
  isActive,
  events,
}: Omit<LetterRowProps, "id"> & { row: EmailRow }) {
  const { t } = useTranslation();
  const isSelected = useIsSelected(row.id);
  const pointer = usePointerRest(useCallback(() => prefetch(row.id), [row.id]));
  const unread = isUnread(row);
  const draft = isDraft(row);
  const subject = visibleText(row.subject?.trim() ?? "") || t("list.noSubject");
  const { names, first, isRecipient } = peopleOf(row, folder);
  const people = names || t(isRecipient ? "list.noRecipient" : "list.noSender");
  const date = new Date(row.receivedAt);
  const dateText = useDateText(date, shortDate);
  const tabIndex = isActive ? 0 : -1;
  const name = [
    unread && t("list.unread"),
    isFlagged(row) ? t("list.flagged") : isImportant(row) && t("list.important"),
    draft && t("list.draft"),
    people,
    subject,
    dateText,
    row.hasAttachment && t("list.withFiles"),
  ];

  const onOpen = (event: MouseEvent): void => {
    events.onActive(row.id);
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0;
    if (event.shiftKey) {
      event.preventDefault();
      events.onSelect(row.id, true);
    } else if (draft && isPlain) {
      event.preventDefault();
      openCompose({ kind: "draft", emailId: row.id });
    }
  };

  return (
    <li
      className={styles.row}
      style={{ transform: `translateY(${top}px)` }}
      data-unread={unread ? "" : undefined}
      data-selected={isSelected ? "" : undefined}
      data-active={isActive ? "" : undefined}
      aria-posinset={index + 1}
      aria-setsize={total}
    >
      <Link
        className={styles.link}
        to={`/email/${row.id}?title=${encodeURIComponent(subject)}`}
        aria-label={name.filter(Boolean).join(", ")}
        data-letter={row.id}
        tabIndex={tabIndex}
        draggable
        onClick={onOpen}
        onFocus={() => events.onActive(row.id)}
        {...pointer}
        onDragStart={({ dataTransfer }) =>
          startDrag(dataTransfer, row.id, isSelected, (count) => t("list.dragged", { count }))
        }
      />
      <button
        type="button"
        className={styles.dot}
        tabIndex={tabIndex}
        aria-label={t(unread ? "list.markRead" : "list.markUnread")}
        title={t(unread ? "list.markRead" : "list.markUnread")}
        onClick={() => events.onToggleRead(row)}
      />
      <span className={styles.person}>
        <Avatar name={first?.name ?? ""} address={first?.email ?? "?"} />
        <input
          type="checkbox"
          className={styles.checkbox}
          checked={isSelected}
          tabIndex={tabIndex}
          aria-label={t("list.select", { subject })}
          onChange={() => undefined}
          onClick={({ shiftKey }) => events.onSelect(row.id, shiftKey)}
        />
        <Icon name="check" size={16} className={styles.check} />
      </span>
      <span className={styles.names} aria-hidden="true" title={names}>
        {draft && <span className={styles.draft}>{t("list.draft")}</span>}
        <bdi>{people}</bdi>
      </span>
      <Mark row={row} tabIndex={tabIndex} onToggle={events.onToggleFlag} />
      <span className={styles.text} aria-hidden="true">
        <bdi className={styles.subject}>{subject}</bdi>
        <bdi className={styles.preview}>{withoutHidden(row.preview)}</bdi>
      </span>
      <span className={styles.signs}>
        {categoryOf(row.keywords) && (
          <CategoryMenu email={row} tabIndex={tabIndex} onRemoved={() => focusRow(row.id)} />
        )}
        {row.hasAttachment && <ClipButton id={row.id} tabIndex={tabIndex} />}
      </span>
      <time className={styles.date} dateTime={row.receivedAt} title={fullDate(date)} aria-hidden="true">
        {dateText}
      </time>
    </li>
  );
}

/** Where a control went that had the focus. */
const focusRow = (id: Id): void =>
  document.querySelector<HTMLElement>(`[data-letter="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
