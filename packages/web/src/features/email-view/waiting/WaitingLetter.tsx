import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { dateInText } from "../../../i18n/dates.ts";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/outbox.ts";
import { WaitingButtons } from "../../../mail-ui/WaitingButtons.tsx";
import { findMailbox, type FullEmail, getEmailRow, notify } from "../../../store/index.ts";
import { useWaiting } from "../../../store/submissions/waiting.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "./WaitingLetter.module.css";

addTexts(texts);

/** The buttons go with what they were about: the focus goes back to the letter. */
const focusLetter = (): void => document.querySelector<HTMLElement>("main article")?.focus({ preventScroll: true });

/** Above the text of a letter that has not gone out yet: when it will, and what can still be done. */
export function WaitingLetter({ email }: { email: FullEmail }) {
  const { t } = useTranslation();
  const { id } = email;
  const waiting = useWaiting(id);
  useEffect(
    () => () => {
      const trash = findMailbox("trash")?.id;
      const isDeleted = trash !== undefined && getEmailRow(id)?.mailboxIds[trash] === true;
      if (isDeleted) notify({ key: "outbox.scheduled.deleted" });
    },
    [id],
  );
  const subject = visibleText(email.subject?.trim() ?? "") || t("outbox.noSubject");
  return (
    <section className={styles.waiting} aria-label={t("outbox.waiting")}>
      <p className={styles.state}>{t("outbox.waiting")}</p>
      {waiting && (
        <>
          <p>{t("outbox.later", { date: dateInText(waiting.sendAt) })}</p>
          {waiting.remindAfterDays !== null && <p>{t("outbox.remind", { count: waiting.remindAfterDays })}</p>}
          <div className={styles.buttons}>
            <WaitingButtons waiting={waiting} emailId={id} subject={subject} onDone={focusLetter} />
          </div>
        </>
      )}
    </section>
  );
}
