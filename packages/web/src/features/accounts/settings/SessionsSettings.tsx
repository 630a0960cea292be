import { useTranslation } from "react-i18next";
import { endOtherBrowserSessions } from "../../../store/session/browser-sessions.ts";
import { useCanSignOut } from "../../../store/index.ts";
import { Button } from "../../../ui/Button.tsx";
import { SessionLines } from "../SessionLines.tsx";
import { useSessions } from "../use-sessions.ts";
import { RedirectLines } from "./RedirectLines.tsx";
import styles from "./AccountSettings.module.css";

/** The browsers that are signed in, and how other programs get in. */
export function SessionsSettings() {
  const { t } = useTranslation();
  const canSignOut = useCanSignOut();
  return (
    <>
      {canSignOut ? <Sessions /> : <p className={styles.note}>{t("mailSettings.sessions.none")}</p>}
      <RedirectLines />
      <p className={styles.note}>{t("mailSettings.sessions.tokens")}</p>
    </>
  );
}

function Sessions() {
  const { t } = useTranslation();
  const all = useSessions();
  const hasOthers = all.sessions?.some(({ isCurrent }) => !isCurrent) === true;
  return (
    <>
      <p className={styles.note}>{t("sessions.description")}</p>
      <div className={styles.block}>
        <SessionLines {...all} />
        {hasOthers && (
          <Button variant="danger" onClick={() => all.end(endOtherBrowserSessions(), "sessions.othersEnded")}>
            {t("sessions.endOthers")}
          </Button>
        )}
      </div>
    </>
  );
}
