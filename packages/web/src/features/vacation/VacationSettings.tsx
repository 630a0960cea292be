import type { Id } from "@pismo/jmap";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { addTexts } from "../../i18n/lazy/add-texts.ts";
import { texts } from "../../i18n/lazy/vacation.ts";
import { useUnsaved } from "../../mail-ui/unsaved/use-unsaved.tsx";
import { useAccounts } from "../../store/index.ts";
import { realAccounts } from "../../store/session/all-accounts.ts";
import { hasVacation } from "../../store/submissions/vacation.ts";
import { visibleText } from "../../ui/visible-text.ts";
import styles from "./Vacation.module.css";
import { VacationForm } from "./VacationForm.tsx";

addTexts(texts);

/** What each account answers by itself while the person is away. */
export function VacationSettings() {
  const { t } = useTranslation();
  const accounts = realAccounts(useAccounts());
  const [changed, setChanged] = useState<readonly Id[]>([]);
  const note = useCallback(
    (accountId: Id, isChanged: boolean): void =>
      setChanged((before) => [...before.filter((id) => id !== accountId), ...(isChanged ? [accountId] : [])]),
    [],
  );
  const { question } = useUnsaved(changed.length > 0);
  return (
    <>
      <p className={styles.note}>{t("vacation.hint")}</p>
      {accounts.map(({ accountId, email }) => (
        <section key={accountId} className={styles.account} aria-label={visibleText(email)}>
          {accounts.length > 1 && <h3 className={styles.accountName}>{visibleText(email)}</h3>}
          {hasVacation(accountId) ? (
            <VacationForm accountId={accountId} onChanged={note} />
          ) : (
            <p className={styles.note}>{t("vacation.none")}</p>
          )}
        </section>
      ))}
      {question}
    </>
  );
}
