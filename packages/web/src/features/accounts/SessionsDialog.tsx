import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { dateInText, fullDate } from "../../i18n/dates.ts";
import {
  type BrowserSession,
  endBrowserSession,
  endOtherBrowserSessions,
  loadBrowserSessions,
} from "../../store/session/browser-sessions.ts";
import { notify } from "../../store/index.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { browserName, systemName } from "./browser-name.ts";
import styles from "./SessionsDialog.module.css";

function useSessions() {
  const [sessions, setSessions] = useState<readonly BrowserSession[]>();
  const [hasFailed, setFailed] = useState(false);
  const load = useCallback((signal?: AbortSignal): void => {
    loadBrowserSessions(signal).then(
      (list) => {
        setSessions(list);
        setFailed(false);
      },
      () => signal?.aborted || setFailed(true),
    );
  }, []);
  useEffect(() => {
    const leaving = new AbortController();
    load(leaving.signal);
    return () => leaving.abort();
  }, [load]);

  const end = (work: Promise<void>, key: string): void => {
    work.then(
      () => {
        notify({ key });
        load();
      },
      () => notify({ key: "sessions.failed", tone: "error" }),
    );
  };
  return { sessions, hasFailed, load, end };
}

/** The person's browser sessions, and a button that ends each. */
export function SessionsDialog({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const { sessions, hasFailed, load, end } = useSessions();
  const others = sessions?.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={t("sessions.title")}
      description={t("sessions.description")}
      closeLabel={t("shell.close")}
      width={520}
      footer={
        <>
          {others.length > 0 && (
            <Button variant="danger" onClick={() => end(endOtherBrowserSessions(), "sessions.othersEnded")}>
              {t("sessions.endOthers")}
            </Button>
          )}
          <Button onClick={onDone}>{t("shell.close")}</Button>
        </>
      }
    >
      {hasFailed && !sessions ? (
        <div role="alert">
          <p>{t("sessions.failed")}</p>
          <Button onClick={() => load()}>{t("sessions.again")}</Button>
        </div>
      ) : sessions ? (
        <ul className={styles.list} aria-label={t("sessions.list")}>
          {sessions.map((session) => (
            <SessionLine
              key={session.id}
              session={session}
              onEnd={() => end(endBrowserSession(session.id), "sessions.ended")}
            />
          ))}
          {others.length === 0 && <li className={styles.note}>{t("sessions.onlyHere")}</li>}
        </ul>
      ) : (
        <p role="status">{t("sessions.loading")}</p>
      )}
    </Dialog>
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
