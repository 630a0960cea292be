import { type OutboxEntry, type OutboxRecipient, SetFailure } from "@pismo/jmap";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { dateInText } from "../../i18n/dates.ts";
import { dismissNotice, failureNumber, notify, notifyNotDone, openCompose } from "../../store/index.ts";
import { dismissUndelivered, retrySending, whenAnswered, withdraw } from "../../store/submissions/outbox.ts";
import { Button } from "../../ui/Button.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import styles from "./OutboxPage.module.css";

const dateOf = ({ nextAttemptAt }: OutboxRecipient): string =>
  nextAttemptAt === null ? "" : dateInText(new Date(nextAttemptAt));

function stateText(recipient: OutboxRecipient, t: TFunction): string {
  const { state, reply } = recipient;
  if (state === "waiting" && reply === null) return t("outbox.later", { date: dateOf(recipient) });
  return t(`outbox.${state}`, { people: "" });
}

/** Recipients of whom the same is to be said, together. */
function groupsOf(
  recipients: readonly OutboxRecipient[],
  t: TFunction,
): { people: string[]; first: OutboxRecipient }[] {
  const groups = new Map<string, { people: string[]; first: OutboxRecipient }>();
  for (const recipient of recipients) {
    const key = `${stateText(recipient, t)} ${recipient.problem} ${recipient.reply}`;
    const group = groups.get(key) ?? { people: [], first: recipient };
    group.people.push(recipient.email);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function sayWhyNot(error: unknown): void {
  if (failureNumber(error) !== undefined) return notifyNotDone(error);
  const type = error instanceof SetFailure ? error.error.type : undefined;
  const key = type === "cannotUnsend" ? "outbox.tooLate" : type === "notFound" ? "outbox.gone" : "outbox.notDone";
  notify({ key, tone: "error" });
}

/** One Email: to whom it has not come, why, and what can be done. */
export function OutboxCard({ entry }: { entry: OutboxEntry }) {
  const { t } = useTranslation();
  const { recipients } = entry;
  const subject = visibleText(entry.subject?.trim() ?? "") || t("outbox.noSubject");
  const missing = recipients.filter(({ state }) => state !== "sent");
  const sent = recipients.filter(({ state }) => state === "sent").map(({ email }) => email);
  return (
    <li className={styles.card}>
      <h2 className={styles.subject}>{subject}</h2>
      {groupsOf(missing, t).map((group) => (
        <MissingGroup key={group.people[0]} {...group} />
      ))}
      {sent.length > 0 && (
        <p className={styles.sent}>{t("outbox.sent", { people: sent.map(visibleText).join(", ") })}</p>
      )}
      <OutboxButtons entry={entry} subject={subject} missing={missing} />
    </li>
  );
}

function MissingGroup({ people, first }: ReturnType<typeof groupsOf>[number]) {
  const { t } = useTranslation();
  return (
    <div className={styles.group}>
      <p className={styles.to}>{t("outbox.to", { people: people.map(visibleText).join(", ") })}</p>
      <p className={styles.state} data-state={first.state}>
        {stateText(first, t)}
        {first.problem && <>: {t(`outbox.problem.${first.problem}`)}</>}
      </p>
      {first.state === "waiting" && first.reply && (
        <p className={styles.to}>{t("outbox.next", { date: dateOf(first) })}</p>
      )}
      {first.reply && (
        <details className={styles.reply}>
          <summary>{t("outbox.reply")}</summary>
          <samp>{first.reply.split("\n").map(visibleText).join("\n")}</samp>
        </details>
      )}
    </div>
  );
}

async function retry(id: OutboxEntry["id"]): Promise<void> {
  const notice = notify({ key: "outbox.retrying" });
  whenAnswered(id, () => dismissNotice(notice));
  try {
    await retrySending(id);
  } catch (error) {
    dismissNotice(notice);
    throw error;
  }
}

async function edit(id: OutboxEntry["id"], isRedirect: boolean): Promise<void> {
  const { emailId, recipients } = await withdraw(id);
  if (recipients === null) return openCompose({ kind: "draft", emailId });
  const to = recipients.map((email) => ({ name: null, email }));
  return openCompose({ kind: isRedirect ? "redirect" : "again", emailId, to });
}

interface OutboxButtonsProps {
  entry: OutboxEntry;
  subject: string;
  missing: OutboxEntry["recipients"];
}

function OutboxButtons({ entry: { id, emailId, isRedirect }, subject, missing }: OutboxButtonsProps) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const canRetry = missing.some(({ state }) => state === "waiting" || state === "failed");
  const isLate = missing.every(({ problem }) => problem === "late");
  const isSettled = missing.every(({ state }) => state === "failed" || state === "unknown");
  const act = (work: (id: OutboxEntry["id"]) => Promise<void>): void => {
    setBusy(true);
    work(id)
      .catch(sayWhyNot)
      .finally(() => setBusy(false));
  };
  return (
    <div className={styles.buttons}>
      {canRetry && (
        <Button
          variant="primary"
          disabled={isBusy}
          aria-label={t(isLate ? "outbox.scheduled.nowOf" : "outbox.retryOf", { subject })}
          onClick={() => act(retry)}
        >
          {t(isLate ? "outbox.scheduled.now" : "outbox.retry")}
        </Button>
      )}
      {emailId !== null && (
        <Button
          icon="pencil"
          disabled={isBusy}
          aria-label={t("outbox.editOf", { subject })}
          onClick={() => act(() => edit(id, isRedirect))}
        >
          {t("outbox.edit")}
        </Button>
      )}
      {isSettled && (
        <Button
          disabled={isBusy}
          aria-label={t("outbox.dismissOf", { subject })}
          onClick={() => act(dismissUndelivered)}
        >
          {t("outbox.dismiss")}
        </Button>
      )}
    </div>
  );
}
