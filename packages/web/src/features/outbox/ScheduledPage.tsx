import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { dateInText } from "../../i18n/dates.ts";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/outbox.ts";
import { WaitingButtons } from "../../mail-ui/WaitingButtons.tsx";
import { useAccount } from "../../store/index.ts";
import { sendsWhileSignedIn } from "../../store/session/has-capability.ts";
import { getSession } from "../../store/session/session.ts";
import {
  followScheduled,
  reloadScheduled,
  type ScheduledEmail,
  useScheduled,
} from "../../store/submissions/scheduled.ts";
import { visibleText } from "../../ui/visible-text.ts";
import styles from "./OutboxPage.module.css";

addTexts(texts);

/** Emails that are to be sent later, the next one first. */
export function ScheduledPage() {
  const { t } = useTranslation();
  const { accountId, emails } = useScheduled();
  useEffect(followScheduled, []);
  if (!emails) return null;
  return (
    <div className={styles.page}>
      {emails.length === 0 ? (
        <div className={styles.empty}>
          <p className={styles.title}>{t("outbox.scheduled.empty")}</p>
          <p>{t("outbox.scheduled.emptyText")}</p>
        </div>
      ) : (
        <>
          {sendsWhileSignedIn(getSession(), accountId) && (
            <p className={styles.note}>{t("outbox.scheduled.whileSignedIn")}</p>
          )}
          <ul className={styles.list} aria-label={t("shell.scheduled")}>
            {emails.map((email) => (
              <ScheduledCard key={email.submissionId} email={email} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function ScheduledCard({ email }: { email: ScheduledEmail }) {
  const { t } = useTranslation();
  const { accountId } = useAccount();
  const { submissionId, emailId } = email;
  const subject = visibleText(email.subject.trim()) || t("outbox.noSubject");
  return (
    <li className={styles.card}>
      <div className={styles.letter}>
        <h2 className={styles.subject}>
          <Link to={`/email/${emailId}?title=${encodeURIComponent(email.subject)}`}>{subject}</Link>
        </h2>
        <div className={styles.group}>
          <p className={styles.to}>{t("outbox.to", { people: email.recipients.map(visibleText).join(", ") })}</p>
          <p>{t("outbox.later", { date: dateInText(email.sendAt) })}</p>
        </div>
      </div>
      <div className={styles.buttons}>
        <WaitingButtons waiting={{ accountId, submissionId }} {...{ emailId, subject }} onDone={reloadScheduled} />
      </div>
    </li>
  );
}
