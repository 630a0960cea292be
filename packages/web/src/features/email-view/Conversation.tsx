import type { Id } from "@pismo/jmap";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useDateText } from "../../i18n/clock.ts";
import { shortDate } from "../../i18n/dates.ts";
import { withNumber } from "../../mail-ui/failure-text.ts";
import { loadEmails } from "../../store/records/email.ts";
import { isDraft, useEmail, useEmailRow, useMailboxes } from "../../store/index.ts";
import { Avatar } from "../../ui/avatar/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/icons/Icon.tsx";
import { lateIcons } from "../../ui/icons/late-icons.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Attachments } from "./attachments/Attachments.tsx";
import { filesOf } from "./attachments/body-parts.ts";
import { MessageBody } from "./MessageBody.tsx";
import { visibleText, withoutHidden } from "../../ui/visible-text.ts";
import styles from "./Conversation.module.css";

/** Emails that are shown before one asks for more. */
const portion = 10;

/** The rest of the conversation: earlier Emails, the latest of them first, each folded; and the way to a newer one. */
export function Conversation({ id, threadIds }: { id: Id; threadIds: readonly Id[] }) {
  const { t } = useTranslation();
  const [count, setCount] = useState(portion);
  const index = threadIds.indexOf(id);
  const earlier = index === -1 ? [] : threadIds.slice(0, index).toReversed();
  const latest = index === -1 || index === threadIds.length - 1 ? undefined : threadIds.at(-1);
  const shown = earlier.slice(0, count);
  const wanted = [...shown, ...(latest === undefined ? [] : [latest])].join(" ");
  useEffect(() => {
    if (wanted) void loadEmails(wanted.split(" "));
  }, [wanted]);
  return (
    <>
      {latest !== undefined && <Newer id={latest} />}
      {shown.length > 0 && (
        <section className={styles.conversation} aria-label={t("letter.earlier")}>
          {shown.map((other) => (
            <Earlier key={other} id={other} />
          ))}
          {earlier.length > shown.length && (
            <Button variant="quiet" className={styles.more ?? ""} onClick={() => setCount(count + portion)}>
              {t("letter.moreEarlier", { count: earlier.length - shown.length })}
            </Button>
          )}
        </section>
      )}
    </>
  );
}

/** Emails that were thrown away, and ones that are still being written, are no part of what was said. */
function useIsSaid(id: Id): boolean {
  const row = useEmailRow(id);
  const away = useMailboxes().filter(({ role }) => role === "trash" || role === "junk");
  return row !== undefined && !isDraft(row) && !away.some((mailbox) => mailbox.id in row.mailboxIds);
}

function Newer({ id }: { id: Id }) {
  const { t } = useTranslation();
  const row = useEmailRow(id);
  const isSaid = useIsSaid(id);
  if (!row || !isSaid) return null;
  return (
    <Link className={styles.newer} to={`/email/${id}?title=${encodeURIComponent(row.subject ?? "")}`} replace>
      <Icon icon={lateIcons.chevronUp} />
      {t("letter.newer")}
    </Link>
  );
}

function Earlier({ id }: { id: Id }) {
  const { t } = useTranslation();
  const row = useEmailRow(id);
  const isSaid = useIsSaid(id);
  const [isOpen, setOpen] = useState(false);
  const content = useId();
  const { email } = useEmail(id);
  if (!row) return <Skeleton height={56} radius={12} />;
  if (!isSaid) return null;
  const sender = row.from?.[0];
  const writtenAt = email?.sentAt ?? row.receivedAt;
  return (
    <div className={styles.email}>
      <button
        type="button"
        className={styles.line}
        aria-expanded={isOpen}
        aria-controls={content}
        onClick={() => setOpen(!isOpen)}
      >
        <Avatar name={sender?.name ?? ""} address={sender?.email ?? "?"} />
        <span className={styles.name}>
          {sender ? visibleText(sender.name?.trim() || sender.email) : t("letter.noSender")}
        </span>
        <bdi className={styles.preview}>{isOpen ? "" : withoutHidden(row.preview)}</bdi>
        {row.hasAttachment && <Icon icon="clip" className={styles.clip} />}
        <time className={styles.date} dateTime={writtenAt}>
          <ShortDate at={writtenAt} />
        </time>
      </button>
      {isOpen && (
        <div className={styles.content} id={content}>
          <Unfolded id={id} />
        </div>
      )}
    </div>
  );
}

function ShortDate({ at }: { at: string }) {
  return useDateText(new Date(at), shortDate);
}

function Unfolded({ id }: { id: Id }) {
  const { t } = useTranslation();
  const { status, failureNumber, email } = useEmail(id);
  if (status === "elsewhere") return <p role="alert">{t("letter.elsewhere")}</p>;
  if (status === "error" || status === "notFound") {
    return <p role="alert">{withNumber(t("letter.failed"), failureNumber, t)}</p>;
  }
  if (!email) return <Skeleton height={120} radius={12} />;
  return (
    <>
      <Attachments files={filesOf(email)} subject={email.subject ?? ""} />
      <MessageBody email={email} />
    </>
  );
}
