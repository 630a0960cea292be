import { ALL_ACCOUNTS_ID } from "@pismo/jmap";
import { useTranslation } from "react-i18next";
import { useLocation, useParams, useSearchParams } from "react-router";
import { addTexts } from "../../../i18n/lazy/add-texts.ts";
import { texts } from "../../../i18n/lazy/all-accounts.ts";
import { useHasAllAccounts, useShowsAllAccounts } from "../../../store/session/all-accounts.ts";
import type { IconName } from "../../../ui/icons/Icon.tsx";
import { foldersTogether } from "../NavLine.tsx";
import { type NavLinesProps, PageLine } from "../PageLine.tsx";
import { KeptGroup } from "./KeptGroup.tsx";

addTexts(texts);

const lines = [
  ...foldersTogether.map((folder) => ({ name: folder, folder, isFlagged: false, icon: folder })),
  { name: "flagged", folder: "all", isFlagged: true, icon: "flag" },
] as const satisfies { name: string; folder: string; isFlagged: boolean; icon: IconName }[];

/** The ways to what lies in all accounts, where there are several. */
export function AllAccountsLines(props: NavLinesProps) {
  const { t } = useTranslation();
  const isOffered = useHasAllAccounts();
  const isShown = useShowsAllAccounts();
  const { folder: open } = useParams();
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  if (!isOffered) return null;
  const isFiltered = params.get("bookmark") === "true";
  return (
    <KeptGroup group="allAccounts" name={t("shell.allAccounts")}>
      {lines.map(({ name, folder, isFlagged, icon }) => (
        <li key={name}>
          <PageLine
            {...props}
            to={`/${folder}?${isFlagged ? "bookmark=true" : "letters=all"}&account=${ALL_ACCOUNTS_ID}`}
            name={t(`allAccounts.${name}`)}
            icon={icon}
            isPage={isShown && folder === open && isFlagged === isFiltered}
          />
        </li>
      ))}
      <li>
        <PageLine
          {...props}
          to={`/files?account=${ALL_ACCOUNTS_ID}`}
          name={t("allAccounts.files")}
          icon="clip"
          isPage={isShown && pathname === "/files"}
        />
      </li>
    </KeptGroup>
  );
}
