import { lazy, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Outlet, useLocation } from "react-router";
import { FolderNav } from "../features/folder-nav/FolderNav.tsx";
import { closeSettings, toggleSettings } from "../features/settings/settings-state.ts";
import { SettingsPanel } from "../features/settings/SettingsPanel.tsx";
import { useView } from "../store/index.ts";
import { useMediaQuery } from "../ui/use-media-query.ts";
import { drawerQuery, railQuery } from "../ui/widths.ts";
import { Announcer } from "./Announcer.tsx";
import { ComposeSlot } from "./ComposeSlot.tsx";
import { Notices } from "./Notices.tsx";
import { OfflineBar } from "./OfflineBar.tsx";
import { loadNavDrawer, loadShortcutsDialog } from "./on-demand.ts";
import { OnceOpened } from "./OnceOpened.tsx";
import { QuestionDialog } from "./QuestionDialog.tsx";
import { SessionGate } from "./SessionGate.tsx";
import styles from "./Shell.module.css";
import { ShellHeader } from "./ShellHeader.tsx";
import { useShortcuts } from "./shortcuts/use-shortcuts.ts";
import { usePlace } from "./use-place.ts";
import { useStoredTheme } from "./use-stored-theme.ts";
import { PageTitle } from "./use-title.ts";

const NavDrawer = lazy(async () => ({ default: (await loadNavDrawer()).NavDrawer }));
const ShortcutsDialog = lazy(async () => ({ default: (await loadShortcutsDialog()).ShortcutsDialog }));

/** What stands around every page. */
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
      <ShellHeader
        place={place}
        onOpenNavigation={isRail ? () => setNavOpen(true) : undefined}
        onShowShortcuts={() => setShortcutsShown(true)}
      />
      <div className={styles.body}>
        {!isDrawer && <FolderNav current={place.folder} isRail={isRail} onToggleSettings={chooseSettings} />}
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
      <SettingsPanel />
      {isRail && (
        <OnceOpened isOpen={isNavOpen}>
          <NavDrawer
            current={place.folder}
            isOpen={isNavOpen}
            onOpenChange={setNavOpen}
            onToggleSettings={chooseSettings}
          />
        </OnceOpened>
      )}
      <ComposeSlot />
      <QuestionDialog />
      <OnceOpened isOpen={areShortcutsShown}>
        <ShortcutsDialog isOpen={areShortcutsShown} onOpenChange={setShortcutsShown} />
      </OnceOpened>
      <Announcer />
      <Notices />
    </div>
  );
}
