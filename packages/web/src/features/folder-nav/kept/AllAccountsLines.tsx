import { ALL_ACCOUNTS_ID } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useParams, useSearchParams } from "react-router";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/all-accounts.ts";
import { useHasAllAccounts, useLeftOutAccounts, useShowsAllAccounts } from "../../../store/session/all-accounts.ts";
import { Icon, type IconName } from "../../../ui/icons/Icon.tsx";
import { Tooltip } from "../../../ui/tooltip/Tooltip.tsx";
import styles from "../FolderNav.module.css";
import { foldersTogether } from "../NavLine.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import { KeptGroup } from "./KeptGroup.tsx";
import kept from "./KeptGroup.module.css";
import type { KeptLinesProps } from "./KeptLine.tsx";

addTexts(texts);

const lines = [
  ...foldersTogether.map((folder) => ({ name: folder, folder, isFlagged: false, icon: folder })),
  { name: "flagged", folder: "all", isFlagged: true, icon: "flag" },
] as const satisfies { name: string; folder: string; isFlagged: boolean; icon: IconName }[];

interface LineProps extends KeptLinesProps {
  to: string;
  name: string;
  icon: IconName;
  isPage: boolean;
}

const Line = ({ to, name, icon, isPage, isRail, onChosen }: LineProps) => (
  <li>
    <Tooltip text={name} side="right" disabled={!isRail}>
      <Link
        to={to}
        className={styles.link}
        aria-current={isPage ? "page" : undefined}
        draggable={false}
        onClick={() => onChosen?.()}
      >
        <span className={styles.icon}>
          <Icon icon={icon} />
        </span>
        <span className={styles.label}>{name}</span>
      </Link>
    </Tooltip>
  </li>
);

/** The ways to what lies in all accounts, where there are several. */
export function AllAccountsLines({ isRail, onChosen }: KeptLinesProps) {
  const { t } = useTranslation();
  const isOffered = useHasAllAccounts();
  const isShown = useShowsAllAccounts();
  const { folder: open } = useParams();
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const leftOut = useLeftOutAccounts();
  if (!isOffered) return null;
  const isFiltered = params.get("bookmark") === "true";
  return (
    <KeptGroup name={t("shell.allAccounts")}>
      {lines.map(({ name, folder, isFlagged, icon }) => (
        <Line
          key={name}
          to={`/${folder}?${isFlagged ? "bookmark=true" : "letters=all"}&account=${ALL_ACCOUNTS_ID}`}
          name={t(`allAccounts.${name}`)}
          icon={icon}
          isPage={isShown && folder === open && isFlagged === isFiltered}
          isRail={isRail}
          onChosen={onChosen}
        />
      ))}
      <Line
        to={`/files?account=${ALL_ACCOUNTS_ID}`}
        name={t("allAccounts.files")}
        icon="clip"
        isPage={isShown && pathname === "/files"}
        isRail={isRail}
        onChosen={onChosen}
      />
      {leftOut !== "" && !isRail && (
        <li className={kept.note}>{t("allAccounts.leftOut", { names: visibleText(leftOut) })}</li>
      )}
    </KeptGroup>
  );
}
