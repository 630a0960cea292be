import { useCallback, useEffect, useState } from "react";
import { type BrowserSession, loadBrowserSessions } from "../../store/session/browser-sessions.ts";
import { notify } from "../../store/index.ts";

/** The person's browser sessions, loaded when they are shown. */
export function useSessions() {
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
