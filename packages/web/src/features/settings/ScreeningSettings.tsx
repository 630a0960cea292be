import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { notify, useAccount } from "../../store/index.ts";
import { canScreen, loadScreensInto, setScreensInto } from "../../store/screening/screening-settings.ts";
import { Switch } from "../../ui/Switch.tsx";

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
  const choose = (wanted: boolean): void => {
    setOn(wanted);
    setScreensInto(accountId, wanted ? t("mailSettings.reading.screenedFolder") : null).then(
      () => notify({ key: "mailSettings.saved", undo: () => choose(!wanted) }),
      () => {
        setOn(!wanted);
        notify({ key: "mailSettings.failed", tone: "error" });
      },
    );
  };
  if (!canScreen()) return null;
  return (
    <Switch
      label={t("mailSettings.reading.screensSenders")}
      hint={t("mailSettings.reading.screensSendersHint")}
      checked={isOn ?? false}
      disabled={isOn === undefined}
      onChange={choose}
    />
  );
}
