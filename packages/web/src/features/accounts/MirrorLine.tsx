import type { Id } from "@pismo/jmap";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { loadMirrors, useMirror } from "../../store/records/mirrors.ts";
import { moreLines, stateText } from "../../mail-ui/mirror-words.ts";
import { visibleText } from "../../ui/visible-text.ts";
import styles from "./AccountMenu.module.css";

/** New messages change no state: the count is polled while the line is visible. */
const POLL_MS = 3000;

/** How the server behind an account is doing, under the account's name. */
export function MirrorLine({ accountId }: { accountId: Id }) {
  const { t } = useTranslation();
  const status = useMirror(accountId);
  const isComing = status !== undefined && status.emailsWhole < status.emailsKnown;
  useEffect(loadMirrors, []);
  useEffect(() => {
    if (!isComing) return undefined;
    const timer = setInterval(loadMirrors, POLL_MS);
    return () => clearInterval(timer);
  }, [isComing]);
  if (!status) return null;
  const { emailsDone, emailsTotal, state } = status;
  const isFetching = state === "syncing" && emailsDone < emailsTotal;
  return (
    <>
      <span className={styles.connection} title={status.problem ? visibleText(status.problem.detail) : undefined}>
        <span className={styles.sign} data-mirror={state} />
        <span className={styles.words}>{stateText(status, t)}</span>
      </span>
      {isFetching && (
        <span className={styles.bar} aria-hidden="true">
          <span style={{ width: `${(100 * emailsDone) / emailsTotal}%` }} />
        </span>
      )}
      {moreLines(status, t).map((line) => (
        <span key={line} className={styles.connection}>
          <span className={styles.words}>{line}</span>
        </span>
      ))}
    </>
  );
}
