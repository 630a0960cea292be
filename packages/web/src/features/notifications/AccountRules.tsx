import type { Id, NotificationRules } from "@pismo/jmap";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { notify, useAccount } from "../../store/index.ts";
import { everyLetter, loadRules, storeRules } from "../../store/notifications/rules.ts";
import { Labelled, Problem, Select } from "../../ui/Field.tsx";
import { ChosenPlaces } from "./ChosenPlaces.tsx";
import styles from "./Notifications.module.css";
import { QuietHoursFields } from "./QuietHoursFields.tsx";

const subjects = ["inbox", "contacts", "chosen"] as const;

/** Of what the person is told in one account; each choice takes effect at once. */
export function AccountRules({ accountId }: { accountId: Id }) {
  const { t } = useTranslation();
  const id = useId();
  const isShown = useAccount().accountId === accountId;
  const [rules, setRules] = useState<NotificationRules | null | "failed">();
  useEffect(() => {
    loadRules(accountId).then(setRules, () => setRules("failed"));
  }, [accountId]);
  if (rules === undefined) return null;
  if (rules === "failed") return <Problem className={styles.note}>{t("notifications.failed")}</Problem>;
  const change = (next: NotificationRules | null): void => {
    setRules(next);
    storeRules(accountId, next).catch(() => {
      setRules(rules);
      notify({ key: "notifications.notSaved", tone: "error" });
    });
  };
  const about = rules?.about ?? "none";
  return (
    <>
      <div className={styles.fields}>
        <Labelled id={id} label={t("notifications.about")}>
          <Select
            id={id}
            value={about}
            aria-describedby={`${id}-hint`}
            onChange={({ target: { value } }) => {
              const chosen = subjects.find((subject) => subject === value);
              change(chosen ? { ...(rules ?? everyLetter), about: chosen } : null);
            }}
          >
            <option value="none">{t("notifications.none")}</option>
            {subjects.map((subject) => (
              <option key={subject} value={subject}>
                {t(`notifications.${subject}`)}
              </option>
            ))}
          </Select>
        </Labelled>
        <p id={`${id}-hint`} className={styles.hint}>
          {t("notifications.chosenHint")}
        </p>
        {rules?.about === "chosen" &&
          (isShown ? (
            <ChosenPlaces rules={rules} onChange={change} />
          ) : (
            <p className={styles.hint}>{t("notifications.chosenElsewhere")}</p>
          ))}
      </div>
      {rules && (
        <QuietHoursFields hours={rules.quietHours} onChange={(quietHours) => change({ ...rules, quietHours })} />
      )}
    </>
  );
}
