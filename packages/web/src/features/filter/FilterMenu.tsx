import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useSearchParams } from "react-router";
import { setView, useView } from "../../store/index.ts";
import { Icon } from "../../ui/icons/Icon.tsx";
import { Menu, MenuCheckboxItem, MenuItem, MenuSeparator } from "../../ui/Menu.tsx";
import { canReset, filterEntries, filterIcons, isChosen, narrowingFilters, toggleEntry } from "./filter-params.ts";
import styles from "./FilterMenu.module.css";

/** The address itself: of two quick clicks the second comes before the first is drawn. */
const paramsNow = (): URLSearchParams => new URLSearchParams(window.location.search);

/** Which Emails of the folder are shown. The menu stays open while filters are toggled. */
export function FilterMenu() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  // Where a search came from stays known.
  const { state } = useLocation();
  const isOpen = useView((view) => view.toggleFilter);
  // Where it is not shown it is not open: it must not unfold by itself on the way back.
  useEffect(() => () => setView({ toggleFilter: false }), []);
  const chosen = narrowingFilters(params);
  const [only] = chosen;
  const label = chosen.length > 1 ? t("shell.filter.filters") : t(`shell.filter.${only ? only.id : "filter"}`);
  const shownIcons = chosen.length === 0 ? [] : chosen.map(({ id }) => id);

  const trigger = (
    <button type="button" className={styles.trigger} data-chosen={chosen.length > 0 ? "" : undefined}>
      <span className={styles.icons} data-several={shownIcons.length > 1 ? "" : undefined}>
        {shownIcons.length !== 1 && <Icon icon="filter" className={styles.general} />}
        {shownIcons.map((id) => (
          <span key={id} className={styles.icon} style={{ color: filterIcons[id].colour }}>
            <Icon icon={filterIcons[id].icon} />
          </span>
        ))}
      </span>
      <span className={styles.label}>{label}</span>
      <Icon icon="chevron-down" size={16} className={styles.chevron} />
    </button>
  );

  return (
    <Menu
      trigger={trigger}
      open={isOpen}
      onOpenChange={(open) => setView({ toggleFilter: open })}
      align="end"
      width={240}
    >
      {filterEntries.map((entry) => (
        <MenuCheckboxItem
          key={entry.id}
          icon={filterIcons[entry.id].icon}
          iconColor={filterIcons[entry.id].colour}
          checked={isChosen(params, entry)}
          onCheckedChange={() => setParams(toggleEntry(paramsNow(), entry), { state })}
        >
          {t(`shell.filter.${entry.id}`)}
        </MenuCheckboxItem>
      ))}
      {canReset(params) && (
        <>
          <MenuSeparator />
          <MenuItem icon="reset" onClick={() => setParams(new URLSearchParams())}>
            {t("shell.filter.reset")}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
