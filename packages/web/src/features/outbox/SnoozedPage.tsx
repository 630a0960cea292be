import { SNOOZED_ROLE } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { Navigate, useLocation } from "react-router";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/outbox.ts";
import { useMailboxes } from "../../store/index.ts";
import { sayOnlyAccount } from "../../store/session/account-address.ts";
import styles from "./OutboxPage.module.css";

addTexts(texts);

/**
 * An address that every account has, and all of them together: the list of the mailbox of snoozed Emails, which the first of
 * them makes.
 */
export function SnoozedPage() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const mailboxes = useMailboxes();
  const mailbox = mailboxes.find(({ role }) => role === SNOOZED_ROLE);
  const shown = sayOnlyAccount(new URLSearchParams(search)) ? "?letters=all" : search;
  if (mailbox) return <Navigate to={`/${mailbox.id}${shown}`} replace />;
  // They are not there yet.
  if (mailboxes.length === 0) return null;
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{t("outbox.snoozed.empty")}</p>
      <p>{t("outbox.snoozed.emptyText")}</p>
    </div>
  );
}
