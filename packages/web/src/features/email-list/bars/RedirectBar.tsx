import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/rules.ts";
import { useAccount } from "../../../store/index.ts";
import { followScripts } from "../../../store/rules/follow-scripts.ts";
import { loadRedirects } from "../../../store/rules/redirects.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import { BarRoom } from "./BarRoom.tsx";
import styles from "./VacationBar.module.css";

addTexts(texts);

/** That rules send letters on: who set that up may have been another than the person. */
export function RedirectBar() {
  const { t } = useTranslation();
  const { accountId } = useAccount();
  const [shown, setShown] = useState<{ accountId: string; addresses: readonly string[] }>();
  useEffect(() => {
    let isOver = false;
    const load = (): void =>
      void loadRedirects(accountId).then(
        (list) => isOver || setShown({ accountId, addresses: list.map(({ address }) => address) }),
        // What was known stays.
        () => isOver || setShown((before) => (before?.accountId === accountId ? before : { accountId, addresses: [] })),
      );
    const stop = followScripts(load);
    return () => {
      isOver = true;
      stop();
    };
  }, [accountId]);
  if (shown?.accountId !== accountId) return <BarRoom bar="redirects" />;
  if (shown.addresses.length === 0) return null;
  return (
    <section className={styles.bar} data-bar="redirects" aria-label={t("rules.allow.barLabel")}>
      <span className={styles.words}>
        {t("rules.allow.bar", { addresses: shown.addresses.map(visibleText).join(", ") })}
      </span>
      <span className={styles.actions}>
        <Link className={styles.action} to="/settings/rules">
          {t("rules.allow.change")}
        </Link>
      </span>
    </section>
  );
}
