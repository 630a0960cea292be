import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  type FactSettings as Chosen,
  loadFactSettings,
  readsFacts,
  setFactSettings,
  usualFactSettings,
} from "../../store/facts/fact-settings.ts";
import { useAccount } from "../../store/index.ts";
import { Switch } from "../../ui/Switch.tsx";
import { tellSaved } from "./choose-preferences.ts";

/** Whether what letters say is shown over them, and what is to be done above the inbox. */
export function FactsSettings() {
  const { t } = useTranslation();
  const { accountId } = useAccount();
  const [chosen, setChosen] = useState<Chosen>();
  useEffect(() => {
    let isStale = false;
    void loadFactSettings(accountId).then((loaded) => !isStale && setChosen(loaded));
    return () => {
      isStale = true;
    };
  }, [accountId]);
  const put = (change: Partial<Chosen>, before: Partial<Chosen>, undo?: () => void): void => {
    setChosen((all) => ({ ...usualFactSettings, ...all, ...change }));
    tellSaved(setFactSettings(accountId, change), undo, () =>
      setChosen((all) => ({ ...usualFactSettings, ...all, ...before })),
    );
  };
  const choose = (change: Partial<Chosen>, before: Partial<Chosen>): void =>
    put(change, before, () => put(before, change));
  if (!readsFacts()) return null;
  const { showsFacts, showsDeadlines, deadlinesHiddenUntil } = chosen ?? usualFactSettings;
  return (
    <>
      <Switch
        label={t("mailSettings.reading.showsFacts")}
        hint={t("mailSettings.reading.showsFactsHint")}
        checked={showsFacts}
        disabled={!chosen}
        onChange={(isOn) => choose({ showsFacts: isOn }, { showsFacts: !isOn })}
      />
      <Switch
        label={t("mailSettings.reading.showsDeadlines")}
        hint={t("mailSettings.reading.showsDeadlinesHint")}
        checked={showsDeadlines}
        disabled={!chosen}
        // What was hidden for a week is wanted again.
        onChange={(isOn) =>
          choose({ showsDeadlines: isOn, deadlinesHiddenUntil: null }, { showsDeadlines: !isOn, deadlinesHiddenUntil })
        }
      />
    </>
  );
}
