import { Link } from "react-router";
import { formatNumber } from "../../i18n/numbers.ts";
import { type AnyIcon, Icon } from "../../ui/icons/Icon.tsx";
import { Tooltip } from "../../ui/tooltip/Tooltip.tsx";
import styles from "./FolderNav.module.css";

export interface NavLinesProps {
  isRail: boolean;
  onChosen: (() => void) | undefined;
}

export interface PageLineProps extends NavLinesProps {
  to: string;
  name: string;
  icon: AnyIcon;
  isPage: boolean;
  /** What the page holds, and that in words. */
  count?: { count: number; text: string };
  isUnread?: boolean;
}

/** The way to a page that is no folder. */
export const PageLine = ({ to, name, icon, isPage, count, isUnread, isRail, onChosen }: PageLineProps) => (
  <Tooltip text={name} side="right" disabled={!isRail}>
    <Link
      to={to}
      className={styles.link}
      aria-current={isPage ? "page" : undefined}
      data-unread={isUnread ? "" : undefined}
      draggable={false}
      onClick={() => onChosen?.()}
    >
      <span className={styles.icon}>
        <Icon icon={icon} />
      </span>
      <span className={styles.label}>{name}</span>
      {count && count.count > 0 && (
        <span className={styles.count}>
          <span aria-hidden="true">{formatNumber(count.count)}</span>
          <span className="visually-hidden"> {count.text}</span>
        </span>
      )}
    </Link>
  </Tooltip>
);
