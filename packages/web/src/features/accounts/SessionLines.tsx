import { useTranslation } from "react-i18next";
import { dateInText, fullDate } from "../../i18n/dates.ts";
import { type BrowserSession, endBrowserSession } from "../../store/session/browser-sessions.ts";
import { Button } from "../../ui/Button.tsx";
import { browserName, systemName } from "../../mail-ui/browser-name.ts";
import styles from "./SessionsDialog.module.css";
import type { useSessions } from "./use-sessions.ts";

/** The browser sessions, and a button that ends each; why there are none where they could not be loaded. */
export function SessionLines({ sessions, hasFailed, load, end }: ReturnType<typeof useSessions>) {
  const { t } = useTranslation();
  if (hasFailed && !sessions) {
    return (
      <div role="alert">
        <p>{t("sessions.failed")}</p>
        <Button onClick={() => load()}>{t("sessions.again")}</Button>
      </div>
    );
  }
  if (!sessions) return <p role="status">{t("sessions.loading")}</p>;
  return (
    <ul className={styles.list} aria-label={t("sessions.list")}>
      {sessions.map((session) => (
        <SessionLine
          key={session.id}
          session={session}
          onEnd={() => end(endBrowserSession(session.id), "sessions.ended")}
        />
      ))}
      {sessions.every(({ isCurrent }) => isCurrent) && <li className={styles.note}>{t("sessions.onlyHere")}</li>}
    </ul>
  );
}

function SessionLine({ session, onEnd }: { session: BrowserSession; onEnd: () => void }) {
  const { t } = useTranslation();
  const { userAgent, createdAt, usedAt, isCurrent } = session;
  const browser = browserName(userAgent) ?? t("sessions.unknownBrowser");
  const name = t("sessions.browser", { browser, system: systemName(userAgent) ?? t("sessions.unknownSystem") });
  const [began, used] = [new Date(createdAt), new Date(usedAt)];
  return (
    <li className={styles.session}>
      <span className={styles.text}>
        <span className={styles.name}>
          {name}
          {isCurrent && <span className={styles.here}>{t("sessions.here")}</span>}
        </span>
        <span className={styles.dates}>{t("sessions.since", { date: dateInText(began) })}</span>
        {!isCurrent && <span className={styles.dates}>{t("sessions.used", { date: dateInText(used) })}</span>}
      </span>
      {!isCurrent && (
        <Button aria-label={t("sessions.endOf", { name, date: fullDate(began) })} onClick={onEnd}>
          {t("sessions.end")}
        </Button>
      )}
    </li>
  );
}
