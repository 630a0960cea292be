import { SNOOZED_ROLE } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { Navigate, useLocation } from "react-router";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/outbox.ts";
import { useMailboxes } from "../../store/index.ts";
import styles from "./OutboxPage.module.css";

addTexts(texts);

/** An address that every account has: the list of its mailbox of snoozed Emails, which the first of them makes. */
export function SnoozedPage() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const mailboxes = useMailboxes();
  const mailbox = mailboxes.find(({ role }) => role === SNOOZED_ROLE);
  if (mailbox) return <Navigate to={`/${mailbox.id}${search || "?letters=all"}`} replace />;
  // They are not there yet.
  if (mailboxes.length === 0) return null;
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{t("outbox.snoozed.empty")}</p>
      <p>{t("outbox.snoozed.emptyText")}</p>
    </div>
  );
}
