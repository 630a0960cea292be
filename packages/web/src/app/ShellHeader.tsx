import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { AccountMenu } from "../features/accounts/AccountMenu.tsx";
import { FilterMenu } from "../features/filter/FilterMenu.tsx";
import { BackButton } from "../features/header/BackButton.tsx";
import { Header } from "../features/header/Header.tsx";
import { SearchBox } from "../features/search/SearchBox.tsx";
import { useSelection, useSessionStatus } from "../store/index.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { partsOnDemand } from "../ui/lazy/on-demand-parts.ts";
import { useMediaQuery } from "../ui/use-media-query.ts";
import { drawerQuery } from "../ui/widths.ts";
import styles from "./ShellHeader.module.css";
import type { Place } from "./use-place.ts";

/** Fetched after the list. */
const selectionParts = partsOnDemand(() => import("../features/header/SelectionToolbar.tsx"));

export interface ShellHeaderProps {
  place: Place;
  onOpenNavigation: (() => void) | undefined;
  onShowShortcuts: () => void;
}

/** The content of the header: Back beside a letter, the toolbar while letters are selected, else search and filter. */
export function ShellHeader({ place, onOpenNavigation, onShowShortcuts }: ShellHeaderProps) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const { count } = useSelection();
  const selection = selectionParts.use(useSessionStatus() === "ready" || count > 0);
  const isPhone = useMediaQuery(drawerQuery);
  const [isSearchOpen, setSearchOpen] = useState(false);
  const isOutbox = place.folder === "outbox";
  const isLetter = place.emailId !== undefined || params.has("title");
  const search = (
    // Each folder has a search box of its own, so that typed text does not move to the next folder.
    <SearchBox
      key={`${place.folder} ${isLetter}`}
      folder={isOutbox ? "inbox" : place.folder}
      isList={!isLetter && !isOutbox}
      isOpen={isPhone && isSearchOpen}
      onOpenChange={setSearchOpen}
    />
  );
  return (
    <Header onOpenNavigation={onOpenNavigation} corner={<AccountMenu onShowShortcuts={onShowShortcuts} />}>
      {selection && count > 0 && !isLetter ? (
        <selection.SelectionToolbar folder={place.folder} />
      ) : (
        <>
          {isLetter && <BackButton folder={place.folder} />}
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
          {!isLetter && !isOutbox && (
            <div className={styles.filter}>
              <FilterMenu />
            </div>
          )}
        </>
      )}
    </Header>
  );
}
