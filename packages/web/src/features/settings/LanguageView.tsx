import { type SubmitEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { changeLanguage, type Language, languages } from "../../i18n/index.ts";
import { setView, useView } from "../../store/index.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./LanguageView.module.css";
import { closeSettings } from "./settings-state.ts";

/** Radio buttons and a button that confirms: a language chosen by mistake would be hard to find back from. */
export function LanguageView() {
  const { t } = useTranslation();
  const current = useView((view) => view.lang);
  const [chosen, setChosen] = useState<Language>(current);
  const confirm = (event: SubmitEvent): void => {
    event.preventDefault();
    void changeLanguage(chosen);
    setView({ lang: chosen });
    closeSettings();
  };
  return (
    <form onSubmit={confirm}>
      <fieldset className={styles.languages}>
        <legend className={styles.title}>{t("settings.changeLanguage")}</legend>
        {languages.map((language) => (
          <label key={language} className={styles.language}>
            <input
              type="radio"
              name="lang"
              className={styles.radio}
              value={language}
              checked={chosen === language}
              onChange={() => setChosen(language)}
            />
            <span lang={language}>{t(`settings.${language}`)}</span>
          </label>
        ))}
      </fieldset>
      <Button type="submit" variant="primary">
        {t("settings.chooseLanguage")}
      </Button>
    </form>
  );
}
