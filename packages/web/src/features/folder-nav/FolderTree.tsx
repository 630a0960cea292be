import { type CSSProperties, useState } from "react";
import { useTranslation } from "react-i18next";
import { type FolderNode, useCustomFolders } from "../../store/index.ts";
import { Icon } from "../../ui/Icon.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/Menu.tsx";
import type { FolderTask } from "./FolderDialogs.tsx";
import styles from "./FolderNav.module.css";
import { NavLine } from "./NavLine.tsx";
import { visibleText } from "../../ui/visible-text.ts";

export interface FolderTreeProps {
  current: string;
  isRail: boolean;
  onChosen: (() => void) | undefined;
  onTask: (task: FolderTask) => void;
}

/** The folders that people made. */
export function FolderTree(props: FolderTreeProps) {
  const nodes = useCustomFolders();
  if (nodes.length === 0) return null;
  return (
    <ul className={styles.list}>
      {nodes.map((node) => (
        <Branch key={node.mailbox.id} node={node} {...props} />
      ))}
    </ul>
  );
}

function Branch({ node, ...props }: FolderTreeProps & { node: FolderNode }) {
  const { t } = useTranslation();
  const [isFolded, setFolded] = useState(false);
  const { mailbox, children, depth } = node;
  const hasChildren = children.length > 0;
  // Letters in folders that are folded away still call for attention.
  const unread = mailbox.unreadEmails + (isFolded ? unreadWithin(children) : 0);
  return (
    <li>
      {/* Deeper than this the names would have no room left. */}
      <div className={styles.folder} style={{ "--depth": Math.min(depth, 4) } as CSSProperties}>
        {hasChildren && (
          <button
            type="button"
            className={styles.fold}
            aria-expanded={!isFolded}
            aria-label={t(isFolded ? "shell.folders.expand" : "shell.folders.collapse", {
              name: visibleText(mailbox.name),
            })}
            onClick={() => setFolded(!isFolded)}
          >
            <Icon name={isFolded ? "chevron-right" : "chevron-down"} size={14} />
          </button>
        )}
        <NavLine
          folder={mailbox.id}
          label={visibleText(mailbox.name)}
          icon="folder"
          unread={unread}
          isHere={mailbox.id === props.current}
          isRail={props.isRail}
          onChosen={props.onChosen}
        />
        <FolderMenu node={node} onTask={props.onTask} />
      </div>
      {hasChildren && !isFolded && (
        <ul className={styles.list}>
          {children.map((child) => (
            <Branch key={child.mailbox.id} node={child} {...props} />
          ))}
        </ul>
      )}
    </li>
  );
}

const unreadWithin = (nodes: readonly FolderNode[]): number =>
  nodes.reduce((sum, { mailbox, children }) => sum + mailbox.unreadEmails + unreadWithin(children), 0);

function FolderMenu({ node, onTask }: { node: FolderNode; onTask: (task: FolderTask) => void }) {
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
