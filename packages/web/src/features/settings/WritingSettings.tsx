import { type UndoSendSeconds, undoSendChoices } from "@pismo/jmap";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { canWiden } from "../../store/drafts/accepted-types.ts";
import { useHasPreferences, usePreferences } from "../../store/index.ts";
import { Labelled, Select } from "../../ui/Field.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { choosePreferences } from "./choose-preferences.ts";
import { NeverOffered } from "./NeverOffered.tsx";
import settings from "./ReadingSettings.module.css";
import styles from "./WritingSettings.module.css";

/** How letters are written and sent. */
export function WritingSettings() {
  const { t } = useTranslation();
  const id = useId();
  const preferences = usePreferences();
  const { undoSendSeconds } = preferences;
  const isKept = useHasPreferences();
  const nameOf = (seconds: UndoSendSeconds): string =>
    seconds === 0
      ? t("mailSettings.writing.undoSendNever")
      : t("mailSettings.writing.undoSendSeconds", { count: seconds });
  return (
    <>
      {!isKept && <p className={settings.note}>{t("mailSettings.notKept")}</p>}
      <div className={styles.choice}>
        <Labelled id={id} label={t("mailSettings.writing.undoSend")}>
          <Select
            id={id}
            aria-describedby={`${id}-hint`}
            value={undoSendSeconds}
            disabled={!isKept}
            onChange={(event) => {
              const chosen = undoSendChoices.find((seconds) => String(seconds) === event.currentTarget.value);
              if (chosen !== undefined) choosePreferences({ undoSendSeconds: chosen }, { undoSendSeconds });
            }}
          >
            {undoSendChoices.map((seconds) => (
              <option key={seconds} value={seconds}>
                {nameOf(seconds)}
              </option>
            ))}
          </Select>
        </Labelled>
        <p id={`${id}-hint`} className={styles.hint}>
          {t("mailSettings.writing.undoSendHint")}
        </p>
      </div>
      {(
        [
          "signatureBelowQuote",
          "writesPlainText",
          "wantsReceipts",
          ...(canWiden() ? (["takesAnyFile"] as const) : []),
          "asksForFile",
          "asksForSubject",
          "asksForBcc",
          "asksForAddress",
          "asksForGreeted",
        ] as const
      ).map((name) => (
        <Switch
          key={name}
          label={t(`mailSettings.writing.${name}`)}
          hint={t(`mailSettings.writing.${name}Hint`)}
          checked={preferences[name]}
          disabled={!isKept}
          onChange={(isOn) => choosePreferences({ [name]: isOn }, { [name]: !isOn })}
        />
      ))}
      {isKept && <NeverOffered />}
    </>
  );
}
