import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { notifyNotDone, useAccount } from "../../store/index.ts";
import { loadNeverOffered, setOffered } from "../../store/people/never-offered.ts";
import { Button } from "../../ui/Button.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import styles from "./WritingSettings.module.css";

/** A thousand lines would make the page slow to begin with. */
const SHOWN_AT_FIRST = 20;

/** Addresses that are not offered in the popup, each of which can be offered again; nothing where there are none. */
export function NeverOffered() {
  const { t } = useTranslation();
  const id = useId();
  const { accountId } = useAccount();
  const [addresses, setAddresses] = useState<readonly string[]>([]);
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    let isStale = false;
    void loadNeverOffered(accountId).then((all) => !isStale && setAddresses([...all].toSorted()));
    return () => {
      isStale = true;
    };
  }, [accountId]);
  if (addresses.length === 0) return null;
  const offer = (address: string): void => {
    setAddresses(addresses.filter((each) => each !== address));
    setOffered([address], true).catch((error: unknown) => {
      setAddresses(addresses);
      notifyNotDone(error);
    });
  };
  const shown = isWhole ? addresses : addresses.slice(0, SHOWN_AT_FIRST);
  return (
    <section className={styles.choice} aria-labelledby={id}>
      <h3 className={styles.heading} id={id}>
        {t("mailSettings.writing.neverOffered")}
      </h3>
      <p className={styles.hint}>{t("mailSettings.writing.neverOfferedHint")}</p>
      <ul className={styles.addresses}>
        {shown.map((address) => (
          <li key={address} className={styles.address}>
            <bdi>{visibleText(address)}</bdi>
            <Button
              variant="quiet"
              aria-label={t("mailSettings.writing.offerAgainOf", { address: visibleText(address) })}
              onClick={() => offer(address)}
            >
              {t("mailSettings.writing.offerAgain")}
            </Button>
          </li>
        ))}
      </ul>
      {shown.length < addresses.length && (
        <Button variant="quiet" onClick={() => setWhole(true)}>
          {t("mailSettings.writing.neverOfferedAll", { count: addresses.length })}
        </Button>
      )}
    </section>
  );
}
