import type { VacationResponse } from "@pismo/jmap";
import type { TFunction } from "i18next";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/vacation.ts";
import { type Language, locales } from "../../../i18n/index.ts";
import { notify, useAccount } from "../../../store/index.ts";
import { followVacation, setVacation, useVacation } from "../../../store/submissions/vacation.ts";
import { BarRoom } from "./BarRoom.tsx";
import styles from "./VacationBar.module.css";

addTexts(texts);

/** @returns undefined where no answer goes out, today or later */
function words(
  { isEnabled, fromDate, toDate, serverAnswers }: VacationResponse,
  t: TFunction,
  language: string,
): string | undefined {
  const now = Date.now();
  const end = toDate === null ? undefined : Date.parse(toDate);
  if (!isEnabled || (end !== undefined && end <= now)) return undefined;
  const day = (time: number): string =>
    new Intl.DateTimeFormat(locales[language as Language], { day: "numeric", month: "long" }).format(time);
  if (fromDate !== null && Date.parse(fromDate) > now)
    return t("vacation.bar.from", { day: day(Date.parse(fromDate)) });
  if (serverAnswers) return t("vacation.bar.server");
  // The last day, not the midnight that ends it.
  return end === undefined ? t("vacation.bar.on") : t("vacation.bar.until", { day: day(end - 1) });
}

/** That letters are answered by themselves: it is forgotten easily after a holiday. */
export function VacationBar() {
  const { t, i18n } = useTranslation();
  const { accountId, response } = useVacation();
  useEffect(followVacation, []);
  const shown = useAccount().accountId;
  if (response === undefined || accountId !== shown) return <BarRoom bar="vacation" />;
  const text = response && words(response, t, i18n.language);
  if (!text) return null;
  const put = (isEnabled: boolean): void => {
    setVacation({ isEnabled }, accountId).then(
      () => {
        if (!isEnabled) notify({ key: "vacation.savedOff", undo: () => put(true) });
      },
      () => notify({ key: "vacation.notSaved", tone: "error" }),
    );
  };
  return (
    <section className={styles.bar} data-bar="vacation" aria-label={t("vacation.bar.label")}>
      <span className={styles.words}>{text}</span>
      <span className={styles.actions}>
        {/* What answers would go on. */}
        {!response.serverAnswers && (
          <button type="button" className={styles.action} onClick={() => put(false)}>
            {t("vacation.bar.turnOff")}
          </button>
        )}
        <Link className={styles.action} to="/settings/vacation">
          {t("vacation.bar.change")}
        </Link>
      </span>
    </section>
  );
}
