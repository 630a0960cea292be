import type { PreferenceValues } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { notify, useHasPreferences, usePreferences } from "../../store/index.ts";
import { setPreferences } from "../../store/records/set-preferences.ts";
import { Switch } from "../../ui/Switch.tsx";
import styles from "./ReadingSettings.module.css";

/** Sets it, and offers to take it back. */
function choose(change: Partial<PreferenceValues>, before: Partial<PreferenceValues>): void {
  setPreferences(change).then(
    () => notify({ key: "mailSettings.saved", undo: () => choose(before, change) }),
    () => notify({ key: "mailSettings.failed", tone: "error" }),
  );
}

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
    </>
  );
}
