import type { ReactNode } from "react";
import { type EmailRow, isDraft, isFlagged, isImportant, isUnread } from "../../../store/records/email-properties.ts";
import { Avatar } from "../../../ui/avatar/Avatar.tsx";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { visibleText, withoutHidden } from "../../../ui/visible-text.ts";
import type { RowChips } from "./row-chips.tsx";
import { RowSign } from "./RowSign.tsx";
import { peopleOf } from "./people.ts";
import type { RowEvents } from "./use-row-events.ts";
import type { RowTexts } from "./use-row-texts.ts";
import styles from "./EmailListRow.module.css";

/** What matches a search, marked in what the row shows. */
export interface RowMarks {
  inText(text: string): ReactNode;
  inSubject(text: string): ReactNode;
  /** The text around the first match, in the preview's place. */
  snippetBeside(subject: string): ReactNode;
  /** What that keeps of the line, where a subject without a match would take it all. */
  roomBeside(subject: string): { minWidth: string } | undefined;
  /** The file in which it is, in words. */
  place: string | undefined;
}

export interface RowMarkupProps {
  row: EmailRow;
  /** Of a conversation: its Emails. */
  count: number | undefined;
  index: number;
  total: number;
  /** Its top, in px of the scrolled element. */
  top: number;
  folder: string;
  /** What its address ends with. */
  ending: string;
  /** Its controls are in the order of the Tab key. */
  isActive: boolean;
  /** Without the controls that only a pointer or the Tab key reveals. */
  isBare?: boolean;
  isSelected: boolean;
  maySetSeen: boolean;
  maySetKeywords: boolean;
  dateText: string;
  texts: Omit<RowTexts, "dragged" | "labels" | "chips" | "inFile">;
  /** The buttons of its category and its attachments. */
  signs: ReactNode;
  /** Its labels and its account. */
  labels?: RowChips | undefined;
  /** In the results of a search: marks what matches. */
  marks?: RowMarks | undefined;
  /** Undefined while there is only the markup, which React takes over. */
  events: RowEvents | undefined;
}

/** The accessible name of a row. */
function nameOf({ row, count, folder, texts, dateText, labels, marks }: RowMarkupProps): {
  name: string;
  subject: string;
  people: string;
} {
  const subject = visibleText(row.subject?.trim() ?? "") || texts.noSubject;
  const { names, isRecipient } = peopleOf(row, folder);
  const people = names || (isRecipient ? texts.noRecipient : texts.noSender);
  const parts = [
    isUnread(row) && texts.unread,
    isFlagged(row) ? texts.flagged : isImportant(row) && texts.important,
    isDraft(row) && texts.draft,
    people,
    count && `${texts.letters} ${count}`,
    subject,
    labels?.names,
    dateText,
    row.hasAttachment && texts.withFiles,
    marks?.place,
  ];
  return { name: parts.filter(Boolean).join(", "), subject, people };
}

interface RowLinkProps {
  id: EmailRow["id"];
  subject: string;
  ending: string;
  label: string;
  tabIndex: number;
  events: RowEvents | undefined;
}

const RowLink = ({ id, subject, ending, label, tabIndex, events }: RowLinkProps) => (
  <a
    className={styles.link}
    href={`/email/${id}?title=${encodeURIComponent(subject)}${ending}`}
    aria-label={label}
    data-letter={id}
    tabIndex={tabIndex}
    draggable
    onClick={events?.onClick}
    onFocus={events?.onFocus}
    onDragStart={events?.onDragStart}
    onPointerEnter={events?.onPointerEnter}
    onPointerMove={events?.onPointerMove}
    onPointerLeave={events?.onPointerLeave}
    onPointerDown={events?.onPointerDown}
  />
);

interface RowCheckboxProps {
  isSelected: boolean;
  label: string;
  tabIndex: number;
  onSelect: (isRange: boolean) => void;
}

const RowCheckbox = ({ isSelected, label, tabIndex, onSelect }: RowCheckboxProps) => (
  <>
    <input
      type="checkbox"
      className={styles.checkbox}
      checked={isSelected}
      tabIndex={tabIndex}
      aria-label={label}
      onChange={() => undefined}
      onClick={({ shiftKey }) => onSelect(shiftKey)}
    />
    {isSelected && <Icon icon="check" size={16} className={styles.check} />}
  </>
);

/** The markup of one Email. Without hooks: the first code renders it before React is there (initial-render/render-into.ts). */
export function RowMarkup(props: RowMarkupProps) {
  const {
    row,
    index,
    total,
    top,
    folder,
    isActive,
    isBare = false,
    isSelected,
    texts,
    events,
    dateText,
    marks,
  } = props;
  const { name, subject, people } = nameOf(props);
  const { first } = peopleOf(row, folder);
  const unread = isUnread(row);
  const tabIndex = isActive ? 0 : -1;
  const readLabel = unread ? texts.markRead : texts.markUnread;
  return (
    <li
      className={styles.row}
      style={{ top }}
      data-unread={unread ? "" : undefined}
      data-selected={isSelected ? "" : undefined}
      data-active={isActive ? "" : undefined}
      data-bare={isBare ? "" : undefined}
      aria-posinset={index + 1}
      aria-setsize={total}
    >
      <RowLink id={row.id} subject={subject} ending={props.ending} label={name} tabIndex={tabIndex} events={events} />
      {(unread || !isBare) && (
        <button
          type="button"
          className={styles.dot}
          disabled={!props.maySetSeen}
          tabIndex={tabIndex}
          aria-label={readLabel}
          title={readLabel}
          onClick={() => events?.onToggleRead(row.id, unread)}
        />
      )}
      <span className={styles.person}>
        <Avatar name={first?.name ?? ""} address={first?.email ?? "?"} />
        {!isBare && (
          <RowCheckbox
            isSelected={isSelected}
            label={texts.select(subject)}
            tabIndex={tabIndex}
            onSelect={(isRange) => events?.onSelect(row.id, isRange)}
          />
        )}
      </span>
      <span className={styles.names} aria-hidden="true" data-names="">
        {isDraft(row) && <span className={styles.draft}>{texts.draft}</span>}
        <bdi>{marks ? marks.inText(people) : people}</bdi>
      </span>
      {(isFlagged(row) || isImportant(row) || !isBare) && (
        <RowSign
          row={row}
          texts={texts}
          tabIndex={tabIndex}
          isDisabled={!props.maySetKeywords}
          onToggle={() => events?.onToggleFlag(row.id, isFlagged(row))}
        />
      )}
      <span className={styles.text} aria-hidden="true">
        {props.labels?.mark}
        <bdi className={styles.subject}>{marks ? marks.inSubject(subject) : subject}</bdi>
        {props.count && <span className={styles.count}>{props.count}</span>}
        <span className={styles.rest} style={marks?.roomBeside(subject)}>
          {props.labels?.chips}
          <bdi className={styles.preview}>{marks?.snippetBeside(subject) ?? withoutHidden(row.preview)}</bdi>
        </span>
      </span>
      <span className={styles.signs}>{props.signs}</span>
      <time className={styles.date} dateTime={row.receivedAt} aria-hidden="true">
        {dateText}
      </time>
    </li>
  );
}
