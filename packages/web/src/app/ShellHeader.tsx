import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { AccountMenu } from "../features/accounts/AccountMenu.tsx";
import { FilterMenu } from "../features/filter/FilterMenu.tsx";
import { BackButton } from "../features/header/BackButton.tsx";
import { Header } from "../features/header/Header.tsx";
import { SearchBox } from "../features/search/SearchBox.tsx";
import { openCompose, useSelection, useSessionStatus } from "../store/index.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { partsOnDemand } from "../ui/lazy/on-demand-parts.ts";
import { useMediaQuery } from "../ui/use-media-query.ts";
import { drawerQuery } from "../ui/widths.ts";
import styles from "./ShellHeader.module.css";
import type { CurrentPage } from "./use-current-page.ts";

/** Fetched after the list. */
const selectionParts = partsOnDemand(() => import("../features/header/SelectionToolbar.tsx"));

export interface ShellHeaderProps {
  page: CurrentPage;
  onOpenNavigation: (() => void) | undefined;
  onShowShortcuts: () => void;
}

/** The content of the header: Back beside an Email, the toolbar while Emails are selected, else search and filter. */
export function ShellHeader({ page, onOpenNavigation, onShowShortcuts }: ShellHeaderProps) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const { count } = useSelection();
  const selection = selectionParts.use(useSessionStatus() === "ready" || count > 0);
  const isPhone = useMediaQuery(drawerQuery);
  const [isSearchOpen, setSearchOpen] = useState(false);
  const { isList } = page;
  const isEmail = page.emailId !== undefined || params.has("title");
  // Pages that are no folder search the inbox.
  const folder = isList || isEmail ? page.folder : "inbox";
  const search = (
    <SearchBox
      key={String(isEmail)}
      folder={folder}
      isList={isList}
      isOpen={isPhone && isSearchOpen}
      onOpenChange={setSearchOpen}
    />
  );
  return (
    <Header onOpenNavigation={onOpenNavigation} corner={<AccountMenu onShowShortcuts={onShowShortcuts} />}>
      {selection && count > 0 && !isEmail ? (
        <selection.SelectionToolbar folder={page.folder} />
      ) : (
        <>
          {isEmail && <BackButton folder={page.folder} />}
          {search}
          {isPhone && (
            <IconButton
              className={params.has("q") ? `${styles.search} ${styles.active}` : styles.search}
              icon="search"
              label={t("shell.search.open")}
              tooltip={false}
              data-search-button=""
              onClick={() => setSearchOpen(true)}
            />
          )}
          {isList && (
            <div className={styles.filter}>
              <FilterMenu />
            </div>
          )}
          {isPhone && (
            <IconButton icon="compose" label={t("shell.compose")} tooltip={false} onClick={() => openCompose()} />
          )}
        </>
      )}
    </Header>
  );
}
