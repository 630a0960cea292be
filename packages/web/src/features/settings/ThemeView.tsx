import { useTranslation } from "react-i18next";
import { setView, useView } from "../../store/index.ts";
import { applyTheme, colourThemes, specialThemes, storeTheme, type ThemeName } from "../../themes/index.ts";
import { Icon } from "../../ui/Icon.tsx";
import { closeSettings } from "./settings-state.ts";
import styles from "./ThemeView.module.css";

function choose(theme: ThemeName): void {
  applyTheme(theme);
  storeTheme(theme);
  setView({ theme });
  closeSettings();
}

/** The palette: a click applies a theme, keeps it and closes the panel. */
export function ThemeView() {
  const { t } = useTranslation();
  const current = useView((view) => view.theme);
  return (
    <>
      <h2 className={styles.title}>{t("settings.colours")}</h2>
      {colourThemes.length > 0 && (
        <div className={styles.palette} role="group" aria-label={t("settings.colours")}>
          {colourThemes.map((theme) => (
            <button
              key={theme}
              type="button"
              className={styles.swatch}
              data-theme={theme}
              aria-label={t(`settings.themes.${theme}`)}
              aria-pressed={theme === current}
              title={t(`settings.themes.${theme}`)}
              onClick={() => choose(theme)}
            >
              {theme === current && <Icon name="check" />}
            </button>
          ))}
        </div>
      )}
      <div className={styles.specials} role="group" aria-label={t("settings.specials")}>
        {specialThemes.map((theme) => (
          <button
            key={theme}
            type="button"
            className={styles.special}
            aria-pressed={theme === current}
            onClick={() => choose(theme)}
          >
            <span className={styles.picture} data-theme={theme} aria-hidden="true">
              <span className={styles.pictureHeader} />
              <span className={styles.pictureList}>
                <span className={styles.pictureRow} />
                <span className={styles.pictureRow} />
                <span className={styles.pictureRow} />
              </span>
              {theme === current && (
                <span className={styles.mark}>
                  <Icon name="check" size={16} />
                </span>
              )}
            </span>
            {t(`settings.themes.${theme}`)}
          </button>
        ))}
      </div>
    </>
  );
}
