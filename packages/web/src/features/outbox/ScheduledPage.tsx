import { SetFailure } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { dateInText } from "../../i18n/dates.ts";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/outbox.ts";
import { notify, notifyNotDone, openCompose } from "../../store/index.ts";
import { cancelSubmission } from "../../store/drafts/submit-draft.ts";
import { retrySending } from "../../store/submissions/outbox.ts";
import { currentRecords } from "../../store/records/records.ts";
import {
  followScheduled,
  reloadScheduled,
  type ScheduledEmail,
  useScheduled,
} from "../../store/submissions/scheduled.ts";
import { Button } from "../../ui/Button.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import styles from "./OutboxPage.module.css";

addTexts(texts);

/** Emails that are to be sent later, the next one first. */
export function ScheduledPage() {
  const { t } = useTranslation();
  const { emails } = useScheduled();
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
        <ul className={styles.list} aria-label={t("shell.scheduled")}>
          {emails.map((email) => (
            <ScheduledCard key={email.submissionId} email={email} />
          ))}
        </ul>
      )}
    </div>
  );
}

function sayWhyNot(error: unknown): void {
  if (error instanceof SetFailure) notify({ key: "outbox.tooLate", tone: "error" });
  else notifyNotDone(error);
}

async function edit({ submissionId, emailId }: ScheduledEmail): Promise<void> {
  await cancelSubmission(currentRecords(), submissionId);
  openCompose({ kind: "draft", emailId });
}

async function sendNow({ submissionId }: ScheduledEmail): Promise<void> {
  await retrySending(submissionId);
  notify({ key: "outbox.scheduled.sending" });
}

async function cancel({ submissionId }: ScheduledEmail): Promise<void> {
  await cancelSubmission(currentRecords(), submissionId);
  notify({ key: "outbox.scheduled.canceled" });
}

function ScheduledCard({ email }: { email: ScheduledEmail }) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const subject = visibleText(email.subject.trim()) || t("outbox.noSubject");
  const act = (work: (one: ScheduledEmail) => Promise<void>): void => {
    setBusy(true);
    work(email)
      .catch(sayWhyNot)
      .finally(() => {
        setBusy(false);
        reloadScheduled();
      });
  };
  return (
    <li className={styles.card}>
      <h2 className={styles.subject}>{subject}</h2>
      <div className={styles.group}>
        <p className={styles.to}>{t("outbox.to", { people: email.recipients.map(visibleText).join(", ") })}</p>
        <p>{t("outbox.later", { date: dateInText(email.sendAt) })}</p>
      </div>
      <div className={styles.buttons}>
        <Button icon="pencil" disabled={isBusy} aria-label={t("outbox.editOf", { subject })} onClick={() => act(edit)}>
          {t("outbox.edit")}
        </Button>
        <Button disabled={isBusy} aria-label={t("outbox.scheduled.nowOf", { subject })} onClick={() => act(sendNow)}>
          {t("outbox.scheduled.now")}
        </Button>
        <Button disabled={isBusy} aria-label={t("outbox.scheduled.cancelOf", { subject })} onClick={() => act(cancel)}>
          {t("outbox.scheduled.cancel")}
        </Button>
      </div>
    </li>
  );
}
