import type { Id } from "@pismo/jmap";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { currentLanguage } from "../../i18n/index.ts";
import { notify } from "../../store/index.ts";
import { type BrowserState, turnOffHere, turnOnHere } from "../../store/notifications/browser.ts";
import { everyLetter, loadRules, storeRules } from "../../store/notifications/rules.ts";
import { Switch } from "../../ui/Switch.tsx";
import styles from "./Notifications.module.css";

/** Accounts that tell of nothing begin with all letters in the inbox. */
async function turnOn(accountIds: readonly Id[]): Promise<"on" | "denied"> {
  const result = await turnOnHere(currentLanguage());
  if (result === "denied") return result;
  for (const accountId of accountIds) {
    if (!(await loadRules(accountId))) await storeRules(accountId, everyLetter);
  }
  return result;
}

export interface ThisBrowserProps {
  /** undefined: it is not known yet. */
  state: BrowserState | undefined;
  accountIds: readonly Id[];
  onChanged: () => void;
}

export function ThisBrowser({ state, accountIds, onChanged }: ThisBrowserProps) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const choose = async (isOn: boolean): Promise<void> => {
    setBusy(true);
    try {
      const result = isOn ? await turnOn(accountIds) : await turnOffHere().then(() => "off");
      if (result !== "denied") notify({ key: isOn ? "notifications.turnedOn" : "notifications.turnedOff" });
    } catch {
      notify({ key: "notifications.failed", tone: "error" });
    }
    setBusy(false);
    onChanged();
  };
  if (!state) {
    return (
      <p className={styles.note} role="status">
        {t("notifications.loading")}
      </p>
    );
  }
  const canChoose = state === "on" || state === "off";
  return (
    <Switch
      label={t("notifications.here")}
      hint={t(canChoose ? "notifications.hereHint" : `notifications.states.${state}`)}
      checked={state === "on"}
      disabled={!canChoose || isBusy}
      onChange={(isOn) => void choose(isOn)}
    />
  );
}
