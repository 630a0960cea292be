import { memo, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { setView, useSessionStatus, useView } from "../../store/index.ts";
import { Icon } from "../../ui/icons/Icon.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { partsOnDemand } from "../../ui/lazy/on-demand-parts.ts";
import styles from "./SettingsPanel.module.css";
import { closeSettings } from "./settings-state.ts";

/** Fetched after the list. The panel itself is there from the start, because it opens in a transition. */
const settingsViews = partsOnDemand(() => import("./settings-views.ts"));

function closeOnEscape(event: Pick<KeyboardEvent, "key" | "defaultPrevented" | "preventDefault">): void {
  if (event.key !== "Escape" || event.defaultPrevented) return;
  event.preventDefault();
  closeSettings();
}

/** The bottom sheet: appearance and language. It lies under the main section, which it pushes up and scales down. */
export const SettingsPanel = memo(function SettingsPanel() {
  const { t } = useTranslation();
  const isOpen = useView((view) => view.settingsOpen) === true;
  const themes = useView((view) => view.themeSwitcher);
  const languages = useView((view) => view.langSwitcher);
  const lang = useView((view) => view.lang);
  const views = settingsViews.use(useSessionStatus() === "ready" || isOpen);
  const first = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return undefined;
    first.current?.focus({ preventScroll: true });
    // With the focus elsewhere Escape is first for what is open there: that listens on the document.
    window.addEventListener("keydown", closeOnEscape);
    return () => window.removeEventListener("keydown", closeOnEscape);
  }, [isOpen]);

  return (
    <section
      id="settings"
      className={styles.panel}
      data-open={isOpen ? "" : undefined}
      inert={!isOpen}
      aria-label={t("settings.settings")}
      onKeyDown={closeOnEscape}
    >
      <div className={styles.sheet}>
        <div className={styles.column}>
          <button
            ref={first}
            type="button"
            className={styles.choice}
            aria-pressed={themes}
            onClick={() => setView({ themeSwitcher: true, langSwitcher: false })}
          >
            <Icon icon="palette" />
            {t("settings.appearance")}
          </button>
          <button
            type="button"
            className={styles.choice}
            aria-pressed={languages}
            onClick={() => setView({ langSwitcher: true, themeSwitcher: false })}
          >
            <Icon icon="language" />
            <span>
              {t("settings.language")}: {t(`settings.${lang}`)}
            </span>
          </button>
        </div>
        <div className={styles.content}>
          {themes && views && <views.ThemeView />}
          {languages && views && <views.LanguageView />}
        </div>
        <IconButton
          className={styles.close}
          icon="close"
          label={t("settings.close")}
          tooltip={false}
          onClick={closeSettings}
        />
      </div>
    </section>
  );
});
