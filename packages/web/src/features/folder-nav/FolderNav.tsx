import { memo, type MouseEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { openCompose, specialFolders, useFolderCounts, useSessionStatus, useView } from "../../store/index.ts";
import { Icon } from "../../ui/icons/Icon.tsx";
import { Tooltip } from "../../ui/tooltip/Tooltip.tsx";
import type { FolderTask } from "./folder-task.ts";
import { folderIcons } from "./folder-icons.ts";
import styles from "./FolderNav.module.css";
import { FolderTree } from "./FolderTree.tsx";
import { partsOnDemand } from "../../ui/lazy/on-demand-parts.ts";
import { NavLine } from "./NavLine.tsx";

// No list needs them: they are fetched after it.
const folderDialogs = partsOnDemand(() => import("./FolderDialogs.tsx"));
const keptParts = partsOnDemand(() => import("./kept/KeptLines.tsx"));

export interface FolderNavProps {
  /** The folder whose Emails are shown, or in which the Email lies that is shown. */
  current: string;
  /** Icons only. */
  isRail: boolean;
  onToggleSettings: () => void;
  /** Something was chosen: a drawer closes. */
  onChosen?: () => void;
}

/** Compose, the seven folders, those that people made, and the gear. Remembered: an address that changes leaves most of it. */
export const FolderNav = memo(function FolderNav({ current, isRail, onToggleSettings, onChosen }: FolderNavProps) {
  const { t } = useTranslation();
  const counts = useFolderCounts();
  const [task, setTask] = useState<FolderTask>();
  const isReady = useSessionStatus() === "ready";
  const dialogs = folderDialogs.use(isReady || task !== undefined);
  const kept = keptParts.use(isReady);

  const compose = (): void => {
    onChosen?.();
    openCompose();
  };
  return (
    <nav className={styles.nav} data-frame="" data-rail={isRail ? "" : undefined} aria-label={t("shell.navigation")}>
      <div className={styles.top}>
        <Tooltip text={t("shell.compose")} side="right" disabled={!isRail}>
          <button type="button" className={styles.compose} aria-keyshortcuts="c" onClick={compose}>
            <Icon icon="compose" />
            <span className={styles.label}>{t("shell.compose")}</span>
          </button>
        </Tooltip>
      </div>
      <div className={styles.scroll}>
        <ul className={styles.list}>
          {specialFolders.map((folder) => (
            <li key={folder} className={styles.folder}>
              <NavLine
                folder={folder}
                label={t(`shell.${folder}`)}
                icon={folderIcons[folder]}
                unread={folder === "drafts" ? 0 : counts[folder]?.unread}
                total={folder === "drafts" ? counts[folder]?.total : 0}
                isHere={folder === current}
                isRail={isRail}
                onChosen={onChosen}
              />
              {dialogs && <dialogs.EmptyFolderMenu folder={folder} />}
            </li>
          ))}
        </ul>
        <hr className={styles.rule} />
        <FolderTree current={current} isRail={isRail} onChosen={onChosen} onTask={setTask} Menu={dialogs?.FolderMenu} />
        <NewFolderLink isRail={isRail} onCreate={() => setTask({ kind: "create", parent: undefined })} />
        {kept && <kept.KeptLines isRail={isRail} onChosen={onChosen} />}
      </div>
      <SettingsGear isRail={isRail} onToggle={onToggleSettings} />
      {dialogs && <dialogs.FolderDialogs task={task} onDone={() => setTask(undefined)} onCreated={onChosen} />}
    </nav>
  );
});

function SettingsGear({ isRail, onToggle }: { isRail: boolean; onToggle: () => void }) {
  const { t } = useTranslation();
  const areSettingsOpen = useView((view) => view.settingsOpen) === true;
  return (
    <div className={styles.bottom}>
      <Tooltip text={t("settings.settings")} side="right" disabled={!isRail}>
        <button
          type="button"
          id="settings-gear"
          className={styles.link}
          aria-expanded={areSettingsOpen}
          aria-controls="settings"
          onClick={onToggle}
        >
          <span className={styles.icon}>
            <Icon icon="gear" />
          </span>
          <span className={styles.label}>{t("settings.settings")}</span>
        </button>
      </Tooltip>
    </div>
  );
}

/** A plain click asks for the name; any other (new tab, new window) follows the link. */
function NewFolderLink({ isRail, onCreate }: { isRail: boolean; onCreate: () => void }) {
  const { t } = useTranslation();
  const createFolder = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onCreate();
  };
  return (
    <Tooltip text={t("shell.newFolder")} side="right" disabled={!isRail}>
      <Link className={styles.link} to="/?letters=all" onClick={createFolder} aria-haspopup="dialog">
        <span className={styles.icon}>
          <Icon icon="folder-plus" />
        </span>
        <span className={styles.label}>{t("shell.newFolder")}</span>
      </Link>
    </Tooltip>
  );
}
