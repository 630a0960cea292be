import { useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { editDraft, only } from "../../../actions/index.ts";
import { runAction } from "../../../actions/run-action.ts";
import { useDateText } from "../../../i18n/clock.ts";
import { shortDate } from "../../../i18n/dates.ts";
import { type EmailRow, isDraft, isFlagged, isUnread } from "../../../store/index.ts";
import { Avatar } from "../../../ui/avatar/Avatar.tsx";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { visibleText, withoutHidden } from "../../../ui/visible-text.ts";
import styles from "./LetterLine.module.css";

export interface LetterLineProps {
  row: EmailRow;
  /** As the letter itself shows it. */
  writtenAt: string;
  folder: string;
  /** It has just been folded. */
  wasPressed: boolean;
  onOpen: () => void;
}

/** A folded letter of a conversation; a draft is opened to go on writing it. */
export function LetterLine({ row, writtenAt, folder, wasPressed, onOpen }: LetterLineProps) {
  const { t } = useTranslation();
  const date = useDateText(new Date(writtenAt), shortDate);
  const sender = row.from?.[0];
  const isWritten = isDraft(row);
  const isNew = isUnread(row) && !isWritten;
  const edit = (): void => runAction(editDraft, { selection: only(row.id), folder });
  const line = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (wasPressed) line.current?.focus({ preventScroll: true });
  }, [wasPressed]);
  return (
    <button
      ref={line}
      type="button"
      className={styles.line}
      data-fold=""
      data-unread={isNew ? "" : undefined}
      aria-expanded={isWritten ? undefined : false}
      onClick={isWritten ? edit : onOpen}
    >
      <Avatar name={sender?.name ?? ""} address={sender?.email ?? "?"} />
      <span className={styles.name}>
        {isNew && <span className="visually-hidden">{t("list.unread")}, </span>}
        {isWritten ? (
          <span className={styles.draft}>{t("letter.draft")}</span>
        ) : sender ? (
          visibleText(sender.name?.trim() || sender.email)
        ) : (
          t("letter.noSender")
        )}
      </span>
      <bdi className={styles.preview}>{withoutHidden(row.preview)}</bdi>
      <span className={styles.signs}>
        {isFlagged(row) && <Icon icon="flag-filled" className={styles.flag} />}
        {row.hasAttachment && <Icon icon="clip" />}
      </span>
      <time className={styles.date} dateTime={writtenAt}>
        {date}
      </time>
    </button>
  );
}
