import { useTranslation } from "react-i18next";
import { browserName, systemName } from "../../mail-ui/browser-name.ts";
import { notify } from "../../store/index.ts";
import { type NotifiedBrowser, removeBrowser } from "../../store/notifications/browser.ts";
import { Button } from "../../ui/Button.tsx";
import type { Known } from "./known.ts";
import styles from "./Notifications.module.css";

export interface BrowsersProps {
  known: Known;
  onChanged: () => void;
}

/** Where the person is told; what is not this browser can be ended from here. */
export function Browsers({ known: { browsers, own }, onChanged }: BrowsersProps) {
  const { t } = useTranslation();
  const nameOf = ({ userAgent }: NotifiedBrowser): string =>
    [browserName(userAgent ?? ""), systemName(userAgent ?? "")].filter(Boolean).join(", ") ||
    t("notifications.unknown");
  const remove = (browser: NotifiedBrowser): void => {
    removeBrowser(browser.id).then(
      () => {
        notify({ key: "notifications.removed" });
        onChanged();
      },
      () => notify({ key: "notifications.failed", tone: "error" }),
    );
  };
  return (
    <section className={styles.browsers} aria-labelledby="notified-browsers">
      <h3 id="notified-browsers">{t("notifications.browsers")}</h3>
      {browsers.length === 0 && <p className={styles.hint}>{t("notifications.noBrowsers")}</p>}
      <ul className={styles.list} aria-labelledby="notified-browsers">
        {browsers.map((browser) => (
          <li key={browser.id} className={styles.line}>
            <span className={styles.text}>
              {nameOf(browser)}
              {browser.id === own?.id && <span className={styles.here}> · {t("notifications.thisBrowser")}</span>}
            </span>
            {browser.id !== own?.id && (
              <Button
                aria-label={t("notifications.removeOf", { name: nameOf(browser) })}
                onClick={() => remove(browser)}
              >
                {t("notifications.remove")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
