import { Suspense, useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useLocation } from "react-router";
import { FolderNav } from "../features/folder-nav/FolderNav.tsx";
import { closeSettings, toggleSettings } from "../features/settings/settings-state.ts";
import { SettingsPanel } from "../features/settings/SettingsPanel.tsx";
import { useView } from "../store/index.ts";
import { lazyPart } from "../ui/lazy/fetch-code.ts";
import { useMediaQuery } from "../ui/use-media-query.ts";
import { drawerQuery, railQuery } from "../ui/widths.ts";
import { OfflineBar } from "./OfflineBar.tsx";
import { SessionGate } from "./SessionGate.tsx";
import styles from "./Shell.module.css";
import { ShellHeader } from "./ShellHeader.tsx";
import { useShortcuts } from "./shortcuts/use-shortcuts.ts";
import { useCurrentPage } from "./use-current-page.ts";
import { useStoredSettings } from "./use-stored-settings.ts";
import { PageTitle } from "./use-title.ts";

/** No list needs them: they are fetched once it is rendered. */
const Overlays = lazyPart(() => import("./Overlays.tsx"), "Overlays");

/** The frame of every page. */
export function Shell() {
  const { t } = useTranslation();
  const page = useCurrentPage();
  const isDrawer = useMediaQuery(drawerQuery);
  const isRail = useMediaQuery(railQuery);
  const [isNavOpen, setNavOpen] = useState(false);
  const [areShortcutsShown, setShortcutsShown] = useState(false);
  const areSettingsOpen = useView((view) => view.settingsOpen) === true;
  const isLoading = useView((view) => view.isLoading);
  const main = useRef<HTMLElement>(null);

  useShortcuts(page, () => setShortcutsShown(true));

  useStoredSettings(useLocation().pathname);

  const chooseSettings = useCallback(() => {
    setNavOpen(false);
    toggleSettings();
  }, []);

  return (
    <div className={styles.shell}>
      <PageTitle page={page.title} />
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
      {/* Boundaries: where the list is hydrated, the rest is rendered once it can be used (initial-render/InitialPage.tsx). */}
      <Suspense>
        <ShellHeader
          page={page}
          onOpenNavigation={isRail ? () => setNavOpen(true) : undefined}
          onShowShortcuts={() => setShortcutsShown(true)}
        />
      </Suspense>
      <div className={styles.body}>
        {!isDrawer && (
          <Suspense>
            <FolderNav current={page.folder} isRail={isRail} onToggleSettings={chooseSettings} />
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
            {page.emailId === undefined && page.title && <h1 className="visually-hidden">{page.title}</h1>}
            <div className={styles.page} inert={areSettingsOpen}>
              <SessionGate>
                <Outlet />
              </SessionGate>
            </div>
          </main>
          {/* Covers the main section, and the strip that scaling leaves free. */}
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
        <SettingsPanel />
        <Suspense>
          <Overlays
            folder={page.folder}
            isNavOpen={isRail ? isNavOpen : undefined}
            onNavOpenChange={setNavOpen}
            onToggleSettings={chooseSettings}
            areShortcutsShown={areShortcutsShown}
            onShortcutsShownChange={setShortcutsShown}
          />
        </Suspense>
      </Suspense>
    </div>
  );
}
