/** The header above a list, as app/ShellHeader renders it. */
import shellStyles from "../app/ShellHeader.module.css";
import accountStyles from "../features/accounts/AccountMenu.module.css";
import { filterIcons, narrowingFilters } from "../features/filter/filter-params.ts";
import filterStyles from "../features/filter/FilterMenu.module.css";
import styles from "../features/header/Header.module.css";
import searchStyles from "../features/search/SearchBox.module.css";
import { Avatar } from "../ui/avatar/Avatar.tsx";
import { Icon } from "../ui/icons/Icon.tsx";
import { IconButtonFace } from "../ui/IconButtonFace.tsx";
import { Logo } from "../ui/Logo.tsx";
import type { InitialView } from "./initial-view.ts";

const SearchBoxPlaceholder = ({ label }: { label: string }) => (
  <search className={searchStyles.search}>
    <form className={searchStyles.form}>
      <IconButtonFace icon="back" className={searchStyles.back} />
      <button type="button" className={searchStyles.submit}>
        <Icon icon="search" />
      </button>
      {/* Without the fields for a search and a day: they look the same, and their insides cost the browser much. */}
      <input className={searchStyles.input} placeholder={label} />
      <span className={searchStyles.date}>
        <IconButtonFace icon="calendar" iconSize={18} className={searchStyles.clear} />
      </span>
      <IconButtonFace icon="chevron-down" iconSize={18} className={searchStyles.clear} />
    </form>
  </search>
);

function FilterPlaceholder({ view: { params, texts } }: { view: InitialView }) {
  const chosen = narrowingFilters(params);
  const [only] = chosen;
  const label = texts.filter[chosen.length > 1 ? "filters" : only ? only.id : "filter"];
  return (
    <button type="button" className={filterStyles.trigger} data-chosen={chosen.length > 0 ? "" : undefined}>
      <span className={filterStyles.icons} data-several={chosen.length > 1 ? "" : undefined}>
        {chosen.length !== 1 && <Icon icon="filter" className={filterStyles.general} />}
        {chosen.map(({ id }) => (
          <span key={id} className={filterStyles.icon} style={{ color: filterIcons[id].colour }}>
            <Icon icon={filterIcons[id].icon} />
          </span>
        ))}
      </span>
      <span className={filterStyles.label}>{label}</span>
      <Icon icon="chevron-down" size={16} className={filterStyles.chevron} />
    </button>
  );
}

export function HeaderPlaceholder({ view }: { view: InitialView }) {
  const { account, isRail, isPhone, texts } = view;
  return (
    <header className={styles.header} data-frame="" data-placeholder="">
      <div className={styles.left}>
        {isRail && <IconButtonFace icon="menu" />}
        <a className={styles.logo} href="/inbox">
          <Logo />
        </a>
      </div>
      <div className={styles.middle}>
        <SearchBoxPlaceholder label={texts.search.label} />
        {isPhone && <IconButtonFace icon="search" className={shellStyles.search} />}
        <div className={shellStyles.filter}>
          <FilterPlaceholder view={view} />
        </div>
        {isPhone && <IconButtonFace icon="compose" />}
      </div>
      <div className={styles.corner}>
        <div className={accountStyles.corner}>
          <button type="button" className={accountStyles.trigger}>
            <Avatar name={account.name} address={account.email} />
            <span className={accountStyles.dot} data-connection="connecting" />
          </button>
        </div>
      </div>
    </header>
  );
}
