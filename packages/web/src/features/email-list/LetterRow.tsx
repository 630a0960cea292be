import type { Id } from "@pismo/jmap";
import { memo } from "react";
import { useRunningDateText } from "../../i18n/clock.ts";
import { shortDate } from "../../i18n/dates.ts";
import {
  type EmailRow,
  isDraft,
  isFlagged,
  isImportant,
  isUnread,
  useEmailRow,
  useIsSelected,
} from "../../store/index.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { categoryOf } from "../../letters/category.ts";
import { CategoryMenu } from "../../letters/CategoryMenu.tsx";
import { ClipButton } from "./ClipButton.tsx";
import { Mark } from "./Mark.tsx";
import { peopleOf } from "./people.ts";
import type { RowEvents } from "./use-row-events.ts";
import type { RowTexts } from "./use-row-texts.ts";
import { SkeletonRow } from "./SkeletonRow.tsx";
import { visibleText, withoutHidden } from "../../ui/visible-text.ts";
import styles from "./LetterRow.module.css";

export interface LetterRowProps {
  id: Id;
  index: number;
  total: number;
  /** Its place, in px of the scrolled element. */
  top: number;
  folder: string;
  /** Its controls are in the order of the Tab key. */
  isActive: boolean;
  texts: RowTexts;
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
  texts,
  events,
}: Omit<LetterRowProps, "id"> & { row: EmailRow }) {
  const isSelected = useIsSelected(row.id);
  const unread = isUnread(row);
  const draft = isDraft(row);
  const subject = visibleText(row.subject?.trim() ?? "") || texts.noSubject;
  const { names, first, isRecipient } = peopleOf(row, folder);
  const people = names || (isRecipient ? texts.noRecipient : texts.noSender);
  const date = new Date(row.receivedAt);
  const dateText = useRunningDateText(date, shortDate);
  const tabIndex = isActive ? 0 : -1;
  const name = [
    unread && texts.unread,
    isFlagged(row) ? texts.flagged : isImportant(row) && texts.important,
    draft && texts.draft,
    people,
    subject,
    dateText,
    row.hasAttachment && texts.withFiles,
  ];

  const category = categoryOf(row.keywords);

  return (
    <li
      className={styles.row}
      style={{ top }}
      data-unread={unread ? "" : undefined}
      data-selected={isSelected ? "" : undefined}
      data-active={isActive ? "" : undefined}
      aria-posinset={index + 1}
      aria-setsize={total}
    >
      <a
        className={styles.link}
        href={`/email/${row.id}?title=${encodeURIComponent(subject)}`}
        aria-label={name.filter(Boolean).join(", ")}
        data-letter={row.id}
        tabIndex={tabIndex}
        draggable
        onClick={events.onClick}
        onFocus={events.onFocus}
        onDragStart={events.onDragStart}
        onPointerEnter={events.onPointerEnter}
        onPointerMove={events.onPointerMove}
        onPointerLeave={events.onPointerLeave}
        onPointerDown={events.onPointerDown}
      />
      <button
        type="button"
        className={styles.dot}
        tabIndex={tabIndex}
        aria-label={unread ? texts.markRead : texts.markUnread}
        title={unread ? texts.markRead : texts.markUnread}
        onClick={() => events.onToggleRead(row)}
      />
      <span className={styles.person}>
        <Avatar name={first?.name ?? ""} address={first?.email ?? "?"} />
        <input
          type="checkbox"
          className={styles.checkbox}
          checked={isSelected}
          tabIndex={tabIndex}
          aria-label={texts.select(subject)}
          onChange={() => undefined}
          onClick={({ shiftKey }) => events.onSelect(row.id, shiftKey)}
        />
        {isSelected && <Icon name="check" size={16} className={styles.check} />}
      </span>
      <span className={styles.names} aria-hidden="true" data-names="">
        {draft && <span className={styles.draft}>{texts.draft}</span>}
        <bdi>{people}</bdi>
      </span>
      <Mark row={row} texts={texts} tabIndex={tabIndex} onToggle={events.onToggleFlag} />
      <span className={styles.text} aria-hidden="true">
        <bdi className={styles.subject}>{subject}</bdi>
        <bdi className={styles.preview}>{withoutHidden(row.preview)}</bdi>
      </span>
      <span className={styles.signs}>
        {category && (
          <CategoryMenu
            email={row}
            label={texts.categoryButton[category]}
            tabIndex={tabIndex}
            onRemoved={() => focusRow(row.id)}
          />
        )}
        {row.hasAttachment && <ClipButton id={row.id} texts={texts} tabIndex={tabIndex} />}
      </span>
      <time className={styles.date} dateTime={row.receivedAt} aria-hidden="true">
        {dateText}
      </time>
    </li>
  );
}

/** Where a control went that had the focus. */
const focusRow = (id: Id): void =>
  document.querySelector<HTMLElement>(`[data-letter="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
