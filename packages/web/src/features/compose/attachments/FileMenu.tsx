import { useTranslation } from "react-i18next";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { lateIcons } from "../../../ui/icons/late-icons.ts";
import { Menu, MenuItem } from "../../../ui/Menu.tsx";
import styles from "./AttachmentTray.module.css";
import type { MoveTarget } from "./MoveTargets.tsx";

export interface FileMenuProps {
  name: string;
  /** Left out where it cannot be shown. */
  onPreview: (() => void) | undefined;
  onRename(): void;
  /** Left out at the ends. */
  onEarlier: (() => void) | undefined;
  onLater: (() => void) | undefined;
  targets: readonly MoveTarget[];
  onMove(id: number): void;
}

/** What can be done with a file before it is sent, beside taking it away. */
export function FileMenu({ name, onPreview, onRename, onEarlier, onLater, targets, onMove }: FileMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu
      trigger={
        <button type="button" className={styles.more} aria-label={t("compose.file.menu", { name })} data-file-menu="">
          <Icon icon="more" size={16} />
        </button>
      }
    >
      {onPreview && (
        <MenuItem icon={lateIcons.eye} onClick={onPreview}>
          {t("compose.file.preview")}
        </MenuItem>
      )}
      <MenuItem icon="pencil" onClick={onRename}>
        {t("compose.file.rename")}
      </MenuItem>
      {onEarlier && <MenuItem onClick={onEarlier}>{t("compose.file.earlier")}</MenuItem>}
      {onLater && <MenuItem onClick={onLater}>{t("compose.file.later")}</MenuItem>}
      {targets.map(({ id, subject }) => (
        <MenuItem key={id} onClick={() => onMove(id)}>
          {t("compose.file.moveTo", { subject })}
        </MenuItem>
      ))}
    </Menu>
  );
}
