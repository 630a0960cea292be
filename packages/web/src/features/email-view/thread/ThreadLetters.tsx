import type { Id } from "@pismo/jmap";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type EmailRow, usePreferences } from "../../../store/index.ts";
import { useSentDates } from "../../../store/records/sent-dates.ts";
import { Button } from "../../../ui/Button.tsx";
import { LetterLine } from "./LetterLine.tsx";
import { OpenLetter } from "./OpenLetter.tsx";
import { beginningOf, foldedAtFirst, openAtFirst, segmentsOf } from "./thread-letters.ts";
import { useThreadKeys } from "./use-thread-keys.ts";
import type { Ways } from "../use-ways.ts";
import styles from "./ThreadLetters.module.css";

export interface ThreadLettersProps {
  /** Of the Email that the address names. */
  id: Id;
  /** The letters of the conversation, oldest first. */
  rows: readonly EmailRow[];
  ways: Ways;
}

/** A conversation: what was read is folded to a line, the first unread letter is open and in sight. */
export function ThreadLetters({ id, rows, ways }: ThreadLettersProps) {
  const { t } = useTranslation();
  const { folder } = ways;
  const { newestFirst } = usePreferences();
  const writtenAt = useSentDates(rows);
  const list = useRef<HTMLOListElement>(null);
  // As it was when the conversation was opened: reading a letter neither folds nor moves it.
  const [open, setOpen] = useState(() => openAtFirst(rows, id));
  const [beginning] = useState(() => beginningOf(rows, id));
  /** The letter that was folded or opened last. */
  const [pressed, setPressed] = useState<Id>();
  const [folded, setFolded] = useState(() => foldedAtFirst(rows, open));
  useThreadKeys(list, beginning);
  useEffect(() => {
    const letters = list.current;
    const first = letters?.querySelector(`[data-thread-letter="${beginning}"]`);
    if (first && first !== letters?.firstElementChild) first.scrollIntoView({ block: "start" });
  }, [beginning]);
  const setLetter = (letter: Id, isOpen: boolean): void => {
    const next = new Set(open);
    if (isOpen) next.add(letter);
    else next.delete(letter);
    setOpen(next);
    setPressed(letter);
  };
  /** The letter beside one that leaves the conversation, and the focus with it. */
  const focusAfter = useRef<Id>(undefined);
  useEffect(() => {
    if (focusAfter.current === undefined || document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>(`[data-thread-letter="${focusAfter.current}"] [data-fold]`)?.focus();
    focusAfter.current = undefined;
  });
  const leave = (letter: Id): void => {
    const at = rows.findIndex((row) => row.id === letter);
    const next = rows[at + 1] ?? rows[at - 1];
    focusAfter.current = next?.id;
    // The address would name a letter that is elsewhere.
    if (letter === id && next) ways.toEmail(next.id);
  };
  const segments = segmentsOf(rows, folded);
  return (
    <ol ref={list} className={styles.letters} aria-label={t("letter.conversation")}>
      {(newestFirst ? segments.toReversed() : segments).map(({ row, count }) =>
        count === undefined ? (
          <li key={row.id} data-thread-letter={row.id} className={styles.letter}>
            {open.has(row.id) ? (
              <OpenLetter
                {...{ row, folder }}
                writtenAt={writtenAt(row)}
                wasPressed={row.id === pressed}
                onFold={() => setLetter(row.id, false)}
                onLeave={() => leave(row.id)}
              />
            ) : (
              <LetterLine
                {...{ row, folder }}
                writtenAt={writtenAt(row)}
                wasPressed={row.id === pressed}
                onOpen={() => setLetter(row.id, true)}
              />
            )}
          </li>
        ) : (
          <li key={row.id} className={styles.more}>
            <Button variant="quiet" onClick={() => setFolded(new Set())}>
              {t("letter.moreEarlier", { count })}
            </Button>
          </li>
        ),
      )}
    </ol>
  );
}
