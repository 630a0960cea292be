import { ALL_ACCOUNTS_ID } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useHasFiles } from "../../store/files/files.ts";
import { useAccount } from "../../store/index.ts";
import { Icon } from "../../ui/icons/Icon.tsx";
import { Tooltip } from "../../ui/tooltip/Tooltip.tsx";
import styles from "./FolderNav.module.css";

export interface FilesLineProps {
  isRail: boolean;
  onChosen: (() => void) | undefined;
}

/** The way to the files of all letters, where there are any. */
export function FilesLine({ isRail, onChosen }: FilesLineProps) {
  const { t } = useTranslation();
  const { accountId } = useAccount();
  const isPage = useLocation().pathname === "/files";
  const hasFiles = useHasFiles();
  // Of all accounts together there is another line (kept/AllAccountsLines.tsx).
  if (accountId === ALL_ACCOUNTS_ID || (!hasFiles && !isPage)) return null;
  return (
    <Tooltip text={t("shell.files")} side="right" disabled={!isRail}>
      <Link
        to="/files"
        className={styles.link}
        aria-current={isPage ? "page" : undefined}
        draggable={false}
        onClick={() => onChosen?.()}
      >
        <span className={styles.icon}>
          <Icon icon="clip" />
        </span>
        <span className={styles.label}>{t("shell.files")}</span>
      </Link>
    </Tooltip>
  );
}
