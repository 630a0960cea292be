import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import styles from "../EmailListView.module.css";

export interface EmptyListProps {
  isFiltered: boolean;
  /** Emails stood here a moment ago. */
  wasEmptied: boolean;
  /** Where more than "no Emails" can be said: that, and why. */
  title?: string;
  hint?: string;
  children?: ReactNode;
}

/** Nothing here: an open envelope with a sprig in it. */
export function EmptyList({ isFiltered, wasEmptied, title, hint, children }: EmptyListProps) {
  const { t } = useTranslation();
  const words = title ?? t("list.empty");
  const section = useRef<HTMLElement>(null);
  // The last Email took the focus with it.
  useEffect(() => {
    if (wasEmptied && document.activeElement === document.body) section.current?.focus();
  }, [wasEmptied]);
  return (
    <section className={styles.message} ref={section} tabIndex={-1} aria-label={words}>
      <svg
        className={styles.illustration}
        viewBox="0 0 200 150"
        width="200"
        height="150"
        aria-hidden="true"
        focusable="false"
      >
        <ellipse cx="100" cy="136" rx="76" ry="7" className={styles.shade} />
        <path className={styles.leaf} d="M100 84C97 58 102 36 116 16c8 22 4 48-16 68z" />
        <path className={styles.leaf} d="M97 82C76 72 66 56 66 36c18 7 30 22 31 46z" />
        <path className={styles.leaf} d="M104 84c6-20 20-32 38-35-2 19-16 33-38 35z" />
        <path
          className={styles.line}
          d="M100 92C98 62 103 40 113 24M98 86C90 68 80 54 70 43M103 87c10-14 20-24 33-33"
        />
        <path className={styles.back} d="M38 76l62-38 62 38z" />
        <path className={styles.leaf} d="M100 78C97 56 102 36 114 18c7 20 4 42-14 60z" />
        <path className={styles.line} d="M100 88C98 62 103 40 112 25" />
        <path className={styles.paper} d="M38 76l62 36 62-36v52a6 6 0 0 1-6 6H44a6 6 0 0 1-6-6z" />
        <path
          className={styles.line}
          d="M38 76l62 36 62-36v52a6 6 0 0 1-6 6H44a6 6 0 0 1-6-6zM40 131l44-28m76 28l-44-28"
        />
      </svg>
      <p className={styles.title}>{words}</p>
      {isFiltered && <p className={styles.hint}>{t("list.emptyFiltered")}</p>}
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {children}
    </section>
  );
}
