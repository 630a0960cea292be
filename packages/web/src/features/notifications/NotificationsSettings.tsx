import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/notifications.ts";
import { useAccounts } from "../../store/index.ts";
import { browserState, notifiedBrowsers, ownSubscription } from "../../store/notifications/browser.ts";
import { hasNotifications } from "../../store/notifications/rules.ts";
import { realAccounts } from "../../store/session/all-accounts.ts";
import { Button } from "../../ui/Button.tsx";
import { Problem } from "../../ui/Field.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import { AccountRules } from "./AccountRules.tsx";
import { Browsers } from "./Browsers.tsx";
import type { Known } from "./known.ts";
import styles from "./Notifications.module.css";
import { ThisBrowser } from "./ThisBrowser.tsx";

addTexts(texts);

/** @throws what the requests throw */
async function look(): Promise<Known> {
  const state = await browserState();
  const own = state === "on" ? await ownSubscription() : undefined;
  return { state, own, browsers: await notifiedBrowsers() };
}

/** Of which new letters the person is told, and where. */
export function NotificationsSettings() {
  const { t } = useTranslation();
  const accounts = realAccounts(useAccounts());
  const told = accounts.filter(({ accountId }) => hasNotifications(accountId));
  const [known, setKnown] = useState<Known | "failed">();
  /** How often something was turned on here, which changes what accounts tell of. */
  const [turns, setTurns] = useState(0);
  const load = useCallback(() => look().then(setKnown, () => setKnown("failed")), []);
  const canTell = told.length > 0;
  useEffect(() => {
    if (canTell) void load();
  }, [canTell, load]);
  if (!canTell) return <p className={styles.note}>{t("notifications.states.elsewhere")}</p>;
  if (known === "failed") {
    return (
      <div className={styles.fields}>
        <Problem>{t("notifications.failed")}</Problem>
        <Button onClick={() => void load()}>{t("notifications.again")}</Button>
      </div>
    );
  }
  const changed = async (): Promise<void> => {
    await load();
    setTurns((count) => count + 1);
  };
  return (
    <>
      <p className={styles.note}>{t("notifications.hint")}</p>
      <ThisBrowser
        state={known?.state}
        accountIds={told.map(({ accountId }) => accountId)}
        onChanged={() => void changed()}
      />
      {accounts.map(({ accountId, email }) => (
        <section key={accountId} className={styles.account} aria-label={visibleText(email)}>
          {accounts.length > 1 && <h3 className={styles.name}>{visibleText(email)}</h3>}
          {hasNotifications(accountId) ? (
            <AccountRules key={turns} accountId={accountId} />
          ) : (
            <p className={styles.note}>{t("notifications.accountNone")}</p>
          )}
        </section>
      ))}
      {known && <Browsers known={known} onChanged={() => void load()} />}
    </>
  );
}
