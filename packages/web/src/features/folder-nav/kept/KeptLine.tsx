import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../i18n/numbers.ts";
import { ListLink } from "../../../mail-ui/ListLink.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Menu } from "../../../ui/Menu.tsx";
import { Tooltip } from "../../../ui/tooltip/Tooltip.tsx";
import styles from "../FolderNav.module.css";
import type { NavLinesProps } from "../PageLine.tsx";
import type { DropTarget } from "../use-email-drop.ts";

export interface KeptLineProps extends NavLinesProps {
  address: string;
  label: string;
  icon: ReactNode;
  isPage: boolean;
  count: number;
  /** "3 unread". */
  countText: string;
  isUnread: boolean;
  depth?: number;
  drop?: DropTarget;
  menu?: ReactNode;
}

/** A label or a saved search, with its menu. */
export function KeptLine(props: KeptLineProps) {
  const { address, label, icon, isPage, count, countText, isUnread, depth = 0, isRail, onChosen, menu } = props;
  const { t } = useTranslation();
  const { isOver, ...drop } = props.drop ?? {};
  const trigger = (
    <IconButton
      className={styles.more}
      icon="more"
      iconSize={18}
      label={t("labels.actions", { name: label })}
      tooltip={false}
    />
  );
  return (
    <li>
      <div className={styles.folder} style={{ "--depth": Math.min(depth, 4) } as Record<string, number>}>
        <Tooltip text={label} side="right" disabled={!isRail}>
          <ListLink
            to={address}
            className={styles.link}
            aria-current={isPage ? "page" : undefined}
            data-over={isOver ? "" : undefined}
            data-unread={isUnread ? "" : undefined}
            draggable={false}
            onChosen={onChosen}
            {...drop}
          >
            <span className={styles.icon}>{icon}</span>
            <span className={styles.label}>{label}</span>
            {count > 0 && (
              <span className={styles.count}>
                <span aria-hidden="true">{isRail && count > 99 ? "99+" : formatNumber(count)}</span>
                <span className="visually-hidden"> {countText}</span>
              </span>
            )}
          </ListLink>
        </Tooltip>
        {menu !== undefined && (
          <Menu trigger={trigger} align="start">
            {menu}
          </Menu>
        )}
      </div>
    </li>
  );
}
