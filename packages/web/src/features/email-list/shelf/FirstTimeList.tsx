import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { reasonOf } from "../../../mail-ui/failure-reason.ts";
import { findMailbox, notify } from "../../../store/index.ts";
import { ScriptFromElsewhere } from "../../../store/rules/add-rule.ts";
import { type FirstTimeSender, setSenderState } from "../../../store/screening/first-time-senders.ts";
import { refuseSender } from "../../../store/screening/refuse-sender.ts";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "./Shelf.module.css";
import { useShelfList } from "./use-shelf-list.ts";

function notifyFailure(error: unknown, t: TFunction): void {
  if (error instanceof ScriptFromElsewhere) notify({ key: "screening.elsewhere", tone: "error" });
  else notify({ key: "screening.failed", values: { reason: reasonOf(error, t) }, tone: "error" });
}

async function letIn(sender: FirstTimeSender): Promise<() => Promise<void>> {
  await setSenderState(sender, "letIn");
  return () => setSenderState(sender, "waiting");
}

interface Decision {
  /** @returns what takes it back */
  perform: (sender: FirstTimeSender) => Promise<() => Promise<void>>;
  done: () => string;
}

const entering: Decision = { perform: letIn, done: () => "screening.isLetIn" };
const refusing: Decision = {
  perform: refuseSender,
  done: () => (findMailbox("junk") ? "screening.isRefused" : "screening.isRefusedToTrash"),
};

/** Carries it out, and offers to take that back. */
async function decide(sender: FirstTimeSender, { perform, done }: Decision, who: string, t: TFunction): Promise<void> {
  try {
    const takeBack = await perform(sender);
    const undo = (): void => void takeBack().catch((error: unknown) => notifyFailure(error, t));
    notify({ key: done(), values: { who }, undo });
  } catch (error) {
    notifyFailure(error, t);
  }
}

interface FirstTimeListProps {
  id: string;
  senders: readonly FirstTimeSender[];
  total: number;
}

export function FirstTimeList({ id, senders, total }: FirstTimeListProps) {
  const { t } = useTranslation();
  const { list, onKeyDown, leave } = useShelfList(senders);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the controls in it
    <ul ref={list} id={id} className={styles.list} aria-label={t("screening.list")} onKeyDown={onKeyDown}>
      {senders.map((sender, at) => (
        <Entry key={`${sender.accountId} ${sender.id}`} sender={sender} onDecided={() => leave(at)} />
      ))}
      {total > senders.length && (
        <li className={styles.rest}>{t("screening.more", { count: total - senders.length })}</li>
      )}
    </ul>
  );
}

function Entry({ sender, onDecided }: { sender: FirstTimeSender; onDecided: () => void }) {
  const { t } = useTranslation();
  const { name, address, subject, totalEmails, shownEmailId } = sender;
  const who = visibleText(name?.trim() || address);
  const title = visibleText(subject?.trim() ?? "") || t("screening.noSubject");
  const take = (decision: Decision): void => {
    onDecided();
    void decide(sender, decision, who, t);
  };
  return (
    <li className={`${styles.entry} ${styles.sender}`}>
      <Icon icon={lateIcons.user} size={18} />
      <span className={styles.words}>
        <Link to={`/email/${shownEmailId}?title=${encodeURIComponent(title)}`}>
          {who} <span className={styles.when}>{who === address ? "" : address}</span>
        </Link>
        <span className={styles.when}>
          {title}
          {totalEmails > 1 && ` · ${t("screening.letters", { count: totalEmails })}`}
        </span>
      </span>
      <Button
        className={styles.decision}
        aria-label={t("screening.letInNamed", { who })}
        onClick={() => take(entering)}
      >
        {t("screening.letIn")}
      </Button>
      <Button
        variant="quiet"
        className={styles.decision}
        aria-label={t("screening.notNamed", { who })}
        onClick={() => take(refusing)}
      >
        {t("screening.not")}
      </Button>
    </li>
  );
}
