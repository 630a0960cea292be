import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAccount } from "../../store/index.ts";
import { canScreen, loadScreensInto, setScreensInto } from "../../store/screening/screening-settings.ts";
import { Switch } from "../../ui/Switch.tsx";
import { tellSaved } from "./choose-preferences.ts";

/** Whether first-time senders wait above the inbox. */
export function ScreeningSettings() {
  const { t } = useTranslation();
  const { accountId } = useAccount();
  const [isOn, setOn] = useState<boolean>();
  useEffect(() => {
    let isStale = false;
    void loadScreensInto(accountId).then((name) => !isStale && setOn(name !== null));
    return () => {
      isStale = true;
    };
  }, [accountId]);
  const choose = (wanted: boolean, undo?: () => void): void => {
    setOn(wanted);
    const folder = wanted ? t("mailSettings.reading.screenedFolder") : null;
    tellSaved(setScreensInto(accountId, folder), undo, () => setOn(!wanted));
  };
  if (!canScreen()) return null;
  return (
    <Switch
      label={t("mailSettings.reading.screensSenders")}
      hint={t("mailSettings.reading.screensSendersHint")}
      checked={isOn ?? false}
      disabled={isOn === undefined}
      onChange={(wanted) => choose(wanted, () => choose(!wanted))}
    />
  );
}
