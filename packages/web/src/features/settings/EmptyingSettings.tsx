import { emptyAfterChoices } from "@pismo/jmap";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAccount } from "../../store/index.ts";
import { type EmptyAfter, loadEmptyAfter, neverEmptied, setEmptyAfter } from "../../store/mailboxes/emptying.ts";
import { Labelled, Select } from "../../ui/Field.tsx";
import { tellSaved } from "./choose-preferences.ts";
import styles from "./WritingSettings.module.css";

const folders = ["emptyTrashAfterDays", "emptySpamAfterDays"] as const;

/** Whether the trash and spam are emptied by themselves. */
export function EmptyingSettings() {
  const { t } = useTranslation();
  const id = useId();
  const { accountId } = useAccount();
  const [chosen, setChosen] = useState<EmptyAfter>();
  useEffect(() => {
    let isStale = false;
    void loadEmptyAfter(accountId).then((loaded) => !isStale && setChosen(loaded));
    return () => {
      isStale = true;
    };
  }, [accountId]);

  const choose = (change: Partial<EmptyAfter>, before: Partial<EmptyAfter>, undo?: () => void): void => {
    setChosen((all) => ({ ...neverEmptied, ...all, ...change }));
    tellSaved(setEmptyAfter(accountId, change), undo, () =>
      setChosen((all) => ({ ...neverEmptied, ...all, ...before })),
    );
  };
  return (
    <div className={styles.choices} role="group" aria-describedby={`${id}-hint`}>
      {folders.map((folder) => (
        <Labelled key={folder} id={`${id}-${folder}`} label={t(`mailSettings.reading.${folder}`)}>
          <Select
            id={`${id}-${folder}`}
            value={chosen?.[folder] ?? ""}
            disabled={!chosen}
            onChange={(event) => {
              const days = emptyAfterChoices.find((each) => String(each) === event.currentTarget.value) ?? null;
              const [change, before] = [{ [folder]: days }, { [folder]: chosen?.[folder] ?? null }];
              choose(change, before, () => choose(before, change));
            }}
          >
            <option value="">{t("mailSettings.reading.emptyNever")}</option>
            {emptyAfterChoices.map((days) => (
              <option key={days} value={days}>
                {t("mailSettings.reading.emptyAfterDays", { count: days })}
              </option>
            ))}
          </Select>
        </Labelled>
      ))}
      <p id={`${id}-hint`} className={styles.hint}>
        {t("mailSettings.reading.emptyHint")}
      </p>
    </div>
  );
}
