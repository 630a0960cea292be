import { useTranslation } from "react-i18next";
import { retryNow, useConnection, useIsRefused, useIsSessionLost, useServerFailure } from "../store/index.ts";
import { Icon } from "../ui/icons/Icon.tsx";
import styles from "./OfflineBar.module.css";

/** A bar that is shown while the server cannot be reached, or fails. Loaded Emails stay readable. */
export function OfflineBar() {
  const { t } = useTranslation();
  const isSessionLost = useIsSessionLost();
  const isOffline = useConnection() === "offline" && !isSessionLost;
  const number = useServerFailure();
  const isRefused = useIsRefused();
  return (
    <div role="status">
      {isOffline && (
        <div className={styles.bar}>
          <Icon icon="offline" />
          <span className={styles.text}>
            {t(isRefused ? "shell.refused" : number === undefined ? "shell.offline" : "shell.serverFails", { number })}
          </span>
          <button type="button" className={styles.retry} onClick={retryNow}>
            {t("shell.retry")}
          </button>
        </div>
      )}
    </div>
  );
}
