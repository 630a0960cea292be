import type { Id } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { useMirror } from "../../store/mirrors.ts";
import { moreLines, stateText } from "./mirror-words.ts";
import styles from "./AccountMenu.module.css";

/** How the server behind an account is doing, under the account's name. */
export function MirrorLine({ accountId }: { accountId: Id }) {
  const { t } = useTranslation();
  const status = useMirror(accountId);
  if (!status) return null;
  const { emailsDone, emailsTotal, state } = status;
  const isFetching = state === "syncing" && emailsDone < emailsTotal;
  return (
    <>
      <span className={styles.connection} title={status.problem?.detail}>
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
