import { useTranslation } from "react-i18next";
import { useHasPreferences, usePreferences } from "../../store/index.ts";
import { Switch } from "../../ui/Switch.tsx";
import { choosePreferences as choose } from "./choose-preferences.ts";
import { EmptyingSettings } from "./EmptyingSettings.tsx";
import { FactsSettings } from "./FactsSettings.tsx";
import { ScreeningSettings } from "./ScreeningSettings.tsx";
import { SpamSettings } from "./SpamSettings.tsx";
import styles from "./ReadingSettings.module.css";

/** How lists and letters are shown. */
export function ReadingSettings() {
  const { t } = useTranslation();
  const { collapseThreads, newestFirst } = usePreferences();
  const isKept = useHasPreferences();
  return (
    <>
      {!isKept && <p className={styles.note}>{t("mailSettings.notKept")}</p>}
      <Switch
        label={t("mailSettings.reading.group")}
        hint={t("mailSettings.reading.groupHint")}
        checked={collapseThreads}
        disabled={!isKept}
        onChange={(isOn) => choose({ collapseThreads: isOn }, { collapseThreads: !isOn })}
      />
      <Switch
        label={t("mailSettings.reading.newest")}
        hint={t("mailSettings.reading.newestHint")}
        checked={newestFirst}
        disabled={!isKept || !collapseThreads}
        onChange={(isOn) => choose({ newestFirst: isOn }, { newestFirst: !isOn })}
      />
      {isKept && <FactsSettings />}
      {isKept && <ScreeningSettings />}
      {isKept && <SpamSettings />}
      {isKept && <EmptyingSettings />}
    </>
  );
}
