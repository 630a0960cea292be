import type { EmailAddress } from "@pismo/jmap";
import { FLAGGED, SEEN } from "@pismo/jmap";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useDateText } from "../../i18n/clock.ts";
import { fullDate, letterDate } from "../../i18n/dates.ts";
import { commit, isFlagged, isImportant, isUnread, type Letter, useAccount } from "../../store/index.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { printedHead } from "./printed-head.ts";
import { recipientsLine } from "./recipients-line.ts";
import { Unsubscribe } from "./Unsubscribe.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import styles from "./LetterHead.module.css";

/** Who wrote when to whom, and the letter's signs. */
export function LetterHead({ email }: { email: Letter }) {
  const { t } = useTranslation();
  const sender = email.from?.[0] ?? email.sender?.[0];
  const name = sender ? visibleText(sender.name?.trim() || sender.email) : t("letter.noSender");
  const date = new Date(email.sentAt ?? email.receivedAt);
  const dateText = useDateText(date, letterDate);
  const unread = isUnread(email);
  const set = (keyword: string, value: boolean): void => {
    commit({ type: "Email", update: { [email.id]: { [`keywords/${keyword}`]: value || null } } });
  };
  const flagged = isFlagged(email);
  const mark = flagged ? "flag" : isImportant(email) ? "important" : undefined;
  const markLabel = t(flagged ? "letter.unflag" : mark ? "letter.flagImportant" : "letter.flag");
  return (
    <div className={styles.head}>
      <Avatar name={sender?.name ?? ""} address={sender?.email ?? "?"} size={40} />
      <div className={styles.lines}>
        <div className={styles.first}>
          <bdi className={styles.name}>{name}</bdi>
          {/* The name is whatever the sender likes; the address is what an answer goes to. */}
          {sender?.name?.trim() && <bdi className={styles.address}>{visibleText(sender.email)}</bdi>}
          <time className={styles.date} dateTime={email.sentAt ?? email.receivedAt} title={fullDate(date)}>
            {dateText}
          </time>
          <button
            type="button"
            className={styles.dot}
            data-unread={unread ? "" : undefined}
            aria-label={t(unread ? "actions.markRead" : "actions.markUnread")}
            title={t(unread ? "actions.markRead" : "actions.markUnread")}
            onClick={() => set(SEEN, unread)}
          />
          <button
            type="button"
            className={styles.mark}
            data-shown={mark}
            aria-label={markLabel}
            title={markLabel}
            onClick={() => set(FLAGGED, !flagged)}
          >
            <Icon name={flagged ? "flag-filled" : mark ? "important-filled" : "flag"} />
          </button>
          <Unsubscribe email={email} />
        </div>
        <Recipients email={email} />
      </div>
    </div>
  );
}

/** "To: you, Anna, 3 more recipients"; opens to everybody with their addresses. */
function Recipients({ email }: { email: Letter }) {
  const { t } = useTranslation();
  const { email: own } = useAccount();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const everybody = [...(email.to ?? []), ...(email.cc ?? []), ...(email.bcc ?? [])];
  const { names, more } = recipientsLine(everybody, own, t("letter.you"));
  return (
    <div className={styles.recipients} data-printed={printedHead(email, t)}>
      <button
        type="button"
        className={styles.to}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.toText}>
          {everybody.length === 0
            ? t("letter.noRecipients")
            : [`${t("letter.to")}: ${names.join(", ")}`, more > 0 && t("letter.moreRecipients", { count: more })]
                .filter(Boolean)
                .join(", ")}
        </span>
        <Icon name={isOpen ? "chevron-up" : "chevron-down"} size={16} />
      </button>
      {isOpen && (
        <dl className={styles.all} id={id}>
          <People label={t("letter.from")} people={email.from} />
          <People label={t("letter.replyTo")} people={email.replyTo} />
          <People label={t("letter.to")} people={email.to} />
          <People label={t("letter.cc")} people={email.cc} />
          <People label={t("letter.bcc")} people={email.bcc} />
          <dt>{t("letter.date")}</dt>
          <dd>{fullDate(new Date(email.sentAt ?? email.receivedAt))}</dd>
        </dl>
      )}
    </div>
  );
}

function People({ label, people }: { label: string; people: EmailAddress[] | null }) {
  if (!people || people.length === 0) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {people.map(({ name, email }, index) => (
          // An address may stand there twice.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={`${email} ${index}`} className={styles.person}>
            {name?.trim() && <bdi>{visibleText(name.trim())}</bdi>}
            <span className={styles.address}>{visibleText(email)}</span>
          </span>
        ))}
      </dd>
    </>
  );
}
