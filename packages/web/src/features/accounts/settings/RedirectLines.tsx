import type { Id } from "@pismo/jmap";
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { dateInText } from "../../../i18n/dates.ts";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/rules.ts";
import { reasonOf } from "../../../mail-ui/failure-reason.ts";
import { notify, useAccount } from "../../../store/index.ts";
import { followScripts } from "../../../store/rules/follow-scripts.ts";
import { type AllowedRedirect, forbidRedirect, loadRedirects, mayRedirect } from "../../../store/rules/redirects.ts";
import { Button } from "../../../ui/Button.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import sessionStyles from "../SessionsDialog.module.css";
import styles from "./AccountSettings.module.css";

addTexts(texts);

/** To whom rules send the letters of the shown account on, beside the sessions that can read them. */
export function RedirectLines() {
  const { accountId } = useAccount();
  return mayRedirect(accountId) ? <OfAccount key={accountId} accountId={accountId} /> : null;
}

function OfAccount({ accountId }: { accountId: Id }) {
  const { t } = useTranslation();
  const [list, setList] = useState<readonly AllowedRedirect[]>([]);
  const load = useCallback((): void => {
    loadRedirects(accountId).then(setList, () => undefined);
  }, [accountId]);
  useEffect(() => followScripts(load), [load]);
  const stop = (address: string): void =>
    void forbidRedirect(accountId, address).then(
      () => {
        notify({ key: "rules.allow.stopped", values: { address: visibleText(address) } });
        load();
      },
      (error: unknown) =>
        notify({ key: "rules.allow.notStopped", values: { reason: reasonOf(error, t) }, tone: "error" }),
    );
  if (list.length === 0) return null;
  return (
    <div className={styles.block}>
      <ul className={sessionStyles.list} aria-label={t("rules.allow.list")}>
        {list.map(({ address, allowedAt }) => (
          <li key={address} className={sessionStyles.session}>
            <span className={sessionStyles.text}>
              <span className={sessionStyles.name}>{t("rules.allow.bar", { addresses: visibleText(address) })}</span>
              <span className={sessionStyles.dates}>
                {t("rules.allow.since", { date: dateInText(new Date(allowedAt)) })}
              </span>
            </span>
            <Button
              aria-label={t("rules.allow.stopOf", { address: visibleText(address) })}
              onClick={() => stop(address)}
            >
              {t("rules.allow.stop")}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
