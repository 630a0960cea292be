import { ALL_ACCOUNTS_ID } from "@pismo/jmap";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { formatNumber } from "../../i18n/numbers.ts";
import { ListLink } from "../../mail-ui/ListLink.tsx";
import { prefetchFolder, useAccount } from "../../store/index.ts";
import { Icon, type IconName } from "../../ui/icons/Icon.tsx";
import { Tooltip } from "../../ui/tooltip/Tooltip.tsx";
import { usePointerRest } from "../../ui/tooltip/use-pointer-rest.ts";
import styles from "./FolderNav.module.css";
import { useEmailDrop } from "./use-email-drop.ts";

export interface NavLineProps {
  /** As in the address. */
  folder: string;
  label: string;
  icon: IconName;
  unread: number | undefined;
  /** Shown instead of the unread where all Emails count, as in Drafts. */
  total?: number | undefined;
  /** The Email that is shown lies in it. */
  isHere: boolean;
  isRail: boolean;
  onChosen?: (() => void) | undefined;
}

/** Of all accounts together these have lines of their own (kept/AllAccountsLines.tsx), which say where one is. */
export const foldersTogether = ["inbox", "sent", "drafts"] as const;

/** A folder's link with its count, on which Emails can be dropped. */
export function NavLine({ folder, label, icon, unread = 0, total = 0, isHere, isRail, onChosen }: NavLineProps) {
  const { t } = useTranslation();
  const { isOver, ...drop } = useEmailDrop(folder);
  const pointer = usePointerRest(useCallback(() => prefetchFolder(folder), [folder]));
  const { folder: shown } = useParams();
  const { accountId } = useAccount();
  const isTogether = accountId === ALL_ACCOUNTS_ID && (foldersTogether as readonly string[]).includes(folder);
  const isPage = folder === shown && !isTogether;
  const count = unread || total;
  return (
    <Tooltip text={label} side="right" disabled={!isRail}>
      <ListLink
        to={`/${folder}?letters=all`}
        className={styles.link}
        aria-current={isPage ? "page" : isHere && !isTogether ? "true" : undefined}
        data-over={isOver ? "" : undefined}
        data-unread={unread > 0 ? "" : undefined}
        draggable={false}
        onChosen={onChosen}
        {...pointer}
        {...drop}
      >
        <span className={styles.icon}>
          <Icon icon={icon} />
        </span>
        <span className={styles.label}>{label}</span>
        {count > 0 && (
          <span className={styles.count}>
            <span aria-hidden="true">{isRail && count > 99 ? "99+" : formatNumber(count)}</span>
            <span className="visually-hidden"> {t(unread > 0 ? "shell.unread" : "shell.inFolder", { count })}</span>
          </span>
        )}
      </ListLink>
    </Tooltip>
  );
}
