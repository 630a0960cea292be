import type { Id } from "@pismo/jmap";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadUnread } from "../../store/session/account-setup.ts";
import styles from "./AccountMenu.module.css";

/** Unread Emails in an account's inbox, as of the opening of the menu. */
export function UnreadCount({ accountId }: { accountId: Id }) {
  const { t } = useTranslation();
  const [count, setCount] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    // Without an answer there is no number.
    loadUnread(accountId, leaving.signal).then(setCount, () => undefined);
    return () => leaving.abort();
  }, [accountId]);
  if (count === 0) return null;
  return (
    <span className={styles.unread}>
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{t("servers.unread", { count })}</span>
    </span>
  );
}
