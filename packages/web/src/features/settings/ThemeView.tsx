import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { setView, useView } from "../../store/index.ts";
import { applyTheme, colourThemes, specialThemes, storeTheme, type ThemeName } from "../../themes/index.ts";
import { Icon } from "../../ui/icons/Icon.tsx";
import { optionAfter } from "./option-after.ts";
import { closeSettings } from "./settings-state.ts";
import { ThemePreview } from "./ThemePreview.tsx";
import styles from "./ThemeView.module.css";

function choose(theme: ThemeName): void {
  applyTheme(theme);
  storeTheme(theme);
  setView({ theme });
  closeSettings();
}

/**
 * The palette. A list box and not radio buttons: there an arrow key would choose at once, and choosing closes the panel.
 */
export function ThemeView() {
  const { t } = useTranslation();
  const current = useView((view) => view.theme);
  const [reached, setReached] = useState(current);
  const title = useId();
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    list.current?.querySelector("[aria-selected='true']")?.scrollIntoView?.({ block: "nearest" });
  }, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    const options = [...(list.current?.querySelectorAll<HTMLElement>("[role='option']") ?? [])];
    const next = optionAfter(options, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  const option = (theme: ThemeName) => (
    <button
      key={theme}
      type="button"
      role="option"
      className={styles.option}
      aria-selected={theme === current}
      tabIndex={theme === reached ? 0 : -1}
      onFocus={() => setReached(theme)}
      onClick={() => choose(theme)}
    >
      <span className={styles.miniature}>
        <ThemePreview theme={theme} />
        {theme === current && (
          <span className={styles.check}>
            <Icon icon="check" size={14} />
          </span>
        )}
      </span>
      <span className={styles.name}>{t(`settings.themes.${theme}`)}</span>
    </button>
  );

  return (
    <>
      <h2 className={styles.title} id={title}>
        {t("settings.colours")}
      </h2>
      <div
        ref={list}
        className={styles.palette}
        role="listbox"
        tabIndex={-1}
        aria-labelledby={title}
        onKeyDown={onKeyDown}
      >
        <div className={styles.group} role="group" aria-label={t("settings.specials")}>
          {specialThemes.map(option)}
        </div>
        <div className={styles.group} role="group" aria-label={t("settings.palette")}>
          {colourThemes.map(option)}
        </div>
      </div>
    </>
  );
}
