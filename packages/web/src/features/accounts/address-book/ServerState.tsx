import type { AddressBookServer } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { Problem } from "../../../ui/Field.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import styles from "../setup/AccountForm.module.css";

/** In the provider's own words, whose language is seldom the person's. */
function Reason({ words }: { words: string }) {
  const { t } = useTranslation();
  return (
    <details className={styles.detail}>
      <summary>{t("addressBook.details")}</summary>
      <code>{visibleText(words)}</code>
    </details>
  );
}

/** How the two sides stand, in words. @param name of the provider whose grant opens the server */
export function ServerState({ server, name }: { server: AddressBookServer; name: string }) {
  const { t } = useTranslation();
  const { state, problem, url, cards, waiting, refused, refusal } = server;
  const isWrong = state === "offline" || state === "signIn";
  return (
    <>
      {isWrong && (
        <Problem>
          {(server.provider === null || state === "offline") && (
            <p className={styles.line}>{t(`addressBook.state.${state}`)}</p>
          )}
          {problem && (server.provider !== null || state === "offline") && (
            <p className={styles.line}>
              {t(`addressBook.problem.${problem.kind}`, {
                detail: visibleText(problem.detail),
                name: visibleText(name),
              })}
            </p>
          )}
          {problem?.kind === "grantRefused" && <Reason words={problem.detail} />}
        </Problem>
      )}
      <div className={styles.note} role="status">
        {state === "syncing" && (
          <p className={styles.progress}>
            <Spinner size={20} />
            {t("addressBook.state.syncing")}
          </p>
        )}
        {state === "upToDate" && <p>{t("addressBook.state.upToDate", { count: cards })}</p>}
        <p>{t("addressBook.at", { host: URL.parse(url)?.host ?? "" })}</p>
        {waiting > 0 && state !== "syncing" && <p>{t("addressBook.state.waiting", { count: waiting })}</p>}
        {refused > 0 && <p>{t("addressBook.state.refused", { count: refused, words: visibleText(refusal ?? "") })}</p>}
      </div>
    </>
  );
}
