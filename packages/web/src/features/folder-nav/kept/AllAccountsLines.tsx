import { useTranslation } from "react-i18next";
import { Link, useParams, useSearchParams } from "react-router";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/all-accounts.ts";
import { useHasAllAccounts, useShowsAllAccounts } from "../../../store/session/all-accounts.ts";
import { Icon, type IconName } from "../../../ui/Icon.tsx";
import { Tooltip } from "../../../ui/tooltip/Tooltip.tsx";
import styles from "../FolderNav.module.css";
import { foldersTogether } from "../NavLine.tsx";
import { KeptGroup } from "./KeptGroup.tsx";
import type { KeptLinesProps } from "./KeptLine.tsx";

addTexts(texts);

const lines = [
  ...foldersTogether.map((folder) => ({ name: folder, folder, isFlagged: false, icon: folder })),
  { name: "flagged", folder: "all", isFlagged: true, icon: "flag" },
] as const satisfies { name: string; folder: string; isFlagged: boolean; icon: IconName }[];

/** The ways to what lies in all accounts, where there are several. */
export function AllAccountsLines({ isRail, onChosen }: KeptLinesProps) {
  const { t } = useTranslation();
  const isOffered = useHasAllAccounts();
  const isShown = useShowsAllAccounts();
  const { folder: open } = useParams();
  const [params] = useSearchParams();
  if (!isOffered) return null;
  const isFiltered = params.get("bookmark") === "true";
  return (
    <KeptGroup name={t("allAccounts.title")}>
      {lines.map(({ name, folder, isFlagged, icon }) => (
        <li key={name}>
          <Tooltip text={t(`allAccounts.${name}`)} side="right" disabled={!isRail}>
            <Link
              to={`/accounts/${folder}?${isFlagged ? "bookmark=true" : "letters=all"}`}
              className={styles.link}
              aria-current={isShown && folder === open && isFlagged === isFiltered ? "page" : undefined}
              draggable={false}
              onClick={() => onChosen?.()}
            >
              <span className={styles.icon}>
                <Icon icon={icon} />
              </span>
              <span className={styles.label}>{t(`allAccounts.${name}`)}</span>
            </Link>
          </Tooltip>
        </li>
      ))}
    </KeptGroup>
  );
}
