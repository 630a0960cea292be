import { useTranslation } from "react-i18next";
import type { FolderNode } from "../../store/index.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/Menu.tsx";
import { visibleText } from "../../ui/visible-text.ts";
import type { FolderTask } from "./folder-task.ts";
import styles from "./FolderNav.module.css";

export interface FolderMenuProps {
  node: FolderNode;
  onTask: (task: FolderTask) => void;
}

/** What can be done with a folder that people made. */
export function FolderMenu({ node, onTask }: FolderMenuProps) {
  const { t } = useTranslation();
  const { name, myRights } = node.mailbox;
  const trigger = (
    <IconButton
      className={styles.more}
      icon="more"
      iconSize={18}
      label={t("shell.folders.actions", { name: visibleText(name) })}
      tooltip={false}
    />
  );
  return (
    <Menu trigger={trigger} align="start">
      <MenuItem icon="pencil" disabled={!myRights.mayRename} onClick={() => onTask({ kind: "rename", node })}>
        {t("shell.folders.rename")}
      </MenuItem>
      <MenuItem icon="move" disabled={!myRights.mayRename} onClick={() => onTask({ kind: "move", node })}>
        {t("shell.folders.move")}
      </MenuItem>
      <MenuItem
        icon="folder-plus"
        disabled={!myRights.mayCreateChild}
        onClick={() => onTask({ kind: "create", parent: node })}
      >
        {t("shell.folders.createIn")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon="trash" danger disabled={!myRights.mayDelete} onClick={() => onTask({ kind: "delete", node })}>
        {t("shell.folders.delete")}
      </MenuItem>
    </Menu>
  );
}
