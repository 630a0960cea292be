import { ALL_ACCOUNTS_ID } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useHasCards } from "../../store/contacts/has-contacts.ts";
import { useHasFiles } from "../../store/files/files.ts";
import { useAccount } from "../../store/index.ts";
import { Icon, type IconName } from "../../ui/icons/Icon.tsx";
import { Tooltip } from "../../ui/tooltip/Tooltip.tsx";
import styles from "./FolderNav.module.css";

export interface PageLinesProps {
  isRail: boolean;
  onChosen: (() => void) | undefined;
}

/** The ways to the files of all letters and to the contacts, where there are any. */
export function PageLines(props: PageLinesProps) {
  const { accountId } = useAccount();
  const { pathname } = useLocation();
  const hasFiles = useHasFiles();
  const hasCards = useHasCards();
  const isFiles = pathname === "/files";
  const isContacts = /^\/contacts(?:\/|$)/.test(pathname);
  return (
    <>
      {/* Of all accounts together there is another line (kept/AllAccountsLines.tsx). */}
      {accountId !== ALL_ACCOUNTS_ID && (hasFiles || isFiles) && (
        <Line {...props} name="files" icon="clip" isPage={isFiles} />
      )}
      {(hasCards || isContacts) && <Line {...props} name="contacts" icon="user" isPage={isContacts} />}
    </>
  );
}

interface LineProps extends PageLinesProps {
  name: "files" | "contacts";
  icon: IconName;
  isPage: boolean;
}

function Line({ name, icon, isPage, isRail, onChosen }: LineProps) {
  const { t } = useTranslation();
  return (
    <Tooltip text={t(`shell.${name}`)} side="right" disabled={!isRail}>
      <Link
        to={`/${name}`}
        className={styles.link}
        aria-current={isPage ? "page" : undefined}
        draggable={false}
        onClick={() => onChosen?.()}
      >
        <span className={styles.icon}>
          <Icon icon={icon} />
        </span>
        <span className={styles.label}>{t(`shell.${name}`)}</span>
      </Link>
    </Tooltip>
  );
}
