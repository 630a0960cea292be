import { useTranslation } from "react-i18next";
import { openCompose } from "../../../store/index.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import type { Letter } from "./letters.ts";
import styles from "./MinimisedLetters.module.css";

const idOfTab = (letter: number): string => `minimised-${letter}`;

/** Where the focus goes when the letter is minimised. */
export const tabOf = (letter: number): HTMLElement | null => document.getElementById(idOfTab(letter));

/** Letters that wait at the bottom of the page, each a click away. */
export function MinimisedLetters({ letters }: { letters: readonly Letter[] }) {
  const { t } = useTranslation();
  if (letters.length === 0) return null;
  return (
    <section className={styles.bar} aria-label={t("compose.minimised")}>
      {letters.map(({ id, subject }) => (
        <button
          key={id}
          id={idOfTab(id)}
          type="button"
          className={styles.letter}
          onClick={() => openCompose({ kind: "minimised", id })}
        >
          {visibleText(subject.trim()) || t("compose.newLetter")}
        </button>
      ))}
    </section>
  );
}
