import { lazy, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useLocation } from "react-router";
import { FolderNav } from "../features/folder-nav/FolderNav.tsx";
import { closeSettings, toggleSettings } from "../features/settings/settings-state.ts";
import { useView } from "../store/index.ts";
import { useMediaQuery } from "../ui/use-media-query.ts";
import { drawerQuery, railQuery } from "../ui/widths.ts";
import { OfflineBar } from "./OfflineBar.tsx";
import { loadOverlays } from "./on-demand.ts";
import { SessionGate } from "./SessionGate.tsx";
import styles from "./Shell.module.css";
import { ShellHeader } from "./ShellHeader.tsx";
import { useShortcuts } from "./shortcuts/use-shortcuts.ts";
import { useLanguageOfOtherTabs } from "./use-language-of-other-tabs.ts";
import { usePlace } from "./use-place.ts";
import { useStoredTheme } from "./use-stored-theme.ts";
import { PageTitle } from "./use-title.ts";

/** No list needs them: they are fetched once it is drawn. */
const Overlays = lazy(async () => ({ default: (await loadOverlays()).Overlays }));

/** The frame of every page. */
export function Shell() {
  const { t } = useTranslation();
  const place = usePlace();
  const isDrawer = useMediaQuery(drawerQuery);
  const isRail = useMediaQuery(railQuery);
  const [isNavOpen, setNavOpen] = useState(false);
  const [areShortcutsShown, setShortcutsShown] = useState(false);
  const areSettingsOpen = useView((view) => view.settingsOpen) === true;
  const isLoading = useView((view) => view.isLoading);
  const main = useRef<HTMLElement>(null);

  useShortcuts(place, () => setShortcutsShown(true));

  useStoredTheme(useLocation().pathname);
  useLanguageOfOtherTabs();

  const chooseSettings = (): void => {
    setNavOpen(false);
    toggleSettings();
  };

  return (
    <div className={styles.shell}>
      <PageTitle page={place.title} />
      <a
        className={styles.skip}
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t("shell.skipToContent")}
      </a>
      {isLoading && <div className={styles.progress} aria-hidden="true" />}
      <OfflineBar />
      {/* Boundaries: where the list stands already, the rest comes once that can be used (initial-render/InitialPage.tsx). */}
      <Suspense>
        <ShellHeader
          place={place}
          onOpenNavigation={isRail ? () => setNavOpen(true) : undefined}
          onShowShortcuts={() => setShortcutsShown(true)}
        />
      </Suspense>
      <div className={styles.body}>
        {!isDrawer && (
          <Suspense>
            <FolderNav current={place.folder} isRail={isRail} onToggleSettings={chooseSettings} />
          </Suspense>
        )}
        <div className={styles.stage}>
          <main
            id="content"
            ref={main}
            className={styles.main}
            data-scaled={areSettingsOpen ? "" : undefined}
            tabIndex={-1}
            aria-busy={isLoading}
          >
            {place.emailId === undefined && place.title && <h1 className="visually-hidden">{place.title}</h1>}
            <div className={styles.page} inert={areSettingsOpen}>
              <SessionGate>
                <Outlet />
              </SessionGate>
            </div>
          </main>
          {/* Covers the whole place of the main section, the strip that scaling leaves free too. */}
          {areSettingsOpen && (
            <button
              type="button"
              className={styles.overlay}
              tabIndex={-1}
              aria-label={t("settings.close")}
              onClick={closeSettings}
            />
          )}
        </div>
      </div>
      <Suspense>
        <Overlays
          folder={place.folder}
          isNavOpen={isRail ? isNavOpen : undefined}
          onNavOpenChange={setNavOpen}
          onToggleSettings={chooseSettings}
          areShortcutsShown={areShortcutsShown}
          onShortcutsShownChange={setShortcutsShown}
        />
      </Suspense>
    </div>
  );
}
