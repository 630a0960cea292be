import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/rules.ts";
import { useAccount } from "../../../store/index.ts";
import { followRedirects, useRedirects } from "../../../store/rules/shown-redirects.ts";
import { visibleText } from "../../../ui/visible-text.ts";
import { BarRoom } from "./BarRoom.tsx";
import styles from "./VacationBar.module.css";

addTexts(texts);

/** That rules send letters on: who set that up may have been another than the person. */
export function RedirectBar() {
  const { t } = useTranslation();
  const { accountId, addresses } = useRedirects();
  const shown = useAccount().accountId;
  useEffect(followRedirects, []);
  if (!addresses || accountId !== shown) return <BarRoom bar="redirects" />;
  if (addresses.length === 0) return null;
  return (
    <section className={styles.bar} data-bar="redirects" aria-label={t("rules.allow.barLabel")}>
      <span className={styles.words}>{t("rules.allow.bar", { addresses: addresses.map(visibleText).join(", ") })}</span>
      <span className={styles.actions}>
        <Link className={styles.action} to="/settings/rules">
          {t("rules.allow.change")}
        </Link>
      </span>
    </section>
  );
}
