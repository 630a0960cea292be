import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/outbox.ts";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { followOutbox, useOutbox } from "../../store/submissions/outbox.ts";
import { OutboxCard } from "./OutboxCard.tsx";
import styles from "./OutboxPage.module.css";

addTexts(texts);

/** Emails that were sent and have not arrived, with the reason and what can be done. */
export function OutboxPage() {
  const { t } = useTranslation();
  const { entries } = useOutbox();
  useEffect(followOutbox, []);
  if (!entries) return null;
  return (
    <div className={styles.page}>
      {entries.length === 0 ? (
        <div className={styles.empty}>
          <p className={styles.title}>{t("outbox.empty")}</p>
          <p>{t("outbox.emptyText")}</p>
        </div>
      ) : (
        <ul className={styles.list} aria-label={t("outbox.letters")}>
          {entries.map((entry) => (
            <OutboxCard key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </div>
  );
}
