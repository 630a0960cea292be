import type { SavedSearch } from "@pismo/jmap";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { removeSearchWithUndo } from "../../../mail-ui/labels/remove-label.ts";
import { SearchNameDialog } from "../../../mail-ui/labels/SearchNameDialog.tsx";
import {
  addressOf,
  queryOf,
  useSavedSearches,
  useSearchesKnown,
  useSearchTotals,
} from "../../../store/labels/saved-searches.ts";
import { Icon } from "../../../ui/icons/Icon.tsx";
import { Coming } from "../../../ui/lazy/Coming.tsx";
import { MenuItem } from "../../../ui/Menu.tsx";
import { visibleText } from "../../../ui/visible-text.ts";
import type { NavLinesProps } from "../PageLine.tsx";
import { KeptGroup } from "./KeptGroup.tsx";
import { KeptLine } from "./KeptLine.tsx";

/** Saved searches with how many letters each finds. */
export function SearchLines(props: NavLinesProps) {
  const { t } = useTranslation();
  const searches = useSavedSearches();
  const areKnown = useSearchesKnown();
  const totals = useSearchTotals();
  const { folder } = useParams();
  const [params] = useSearchParams();
  const [renamed, setRenamed] = useState<SavedSearch>();
  if (searches.length === 0) return !areKnown && <Coming />;
  return (
    <KeptGroup group="searches" name={t("labels.searches")}>
      {searches.map((search) => {
        const total = totals.get(search.id) ?? 0;
        return (
          <KeptLine
            key={search.id}
            {...props}
            address={addressOf(search)}
            label={visibleText(search.name)}
            icon={<Icon icon="search" />}
            isPage={params.get("q") === search.text && folder === queryOf(search).folder}
            count={total}
            countText={t("shell.inFolder", { count: total })}
            isUnread={false}
            menu={
              <>
                <MenuItem icon="pencil" onClick={() => setRenamed(search)}>
                  {t("labels.rename")}
                </MenuItem>
                <MenuItem icon="trash" danger onClick={() => void removeSearchWithUndo(search)}>
                  {t("labels.remove")}
                </MenuItem>
              </>
            }
          />
        );
      })}
      {renamed && <SearchNameDialog search={renamed} onDone={() => setRenamed(undefined)} />}
    </KeptGroup>
  );
}
