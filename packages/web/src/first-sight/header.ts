/** The header beside a list, as app/ShellHeader and what stands in it draw it. */
import accountStyles from "../features/accounts/AccountMenu.module.css";
import { filterLooks, narrowingFilters } from "../features/filter/filter-params.ts";
import filterStyles from "../features/filter/FilterMenu.module.css";
import styles from "../features/header/Header.module.css";
import searchStyles from "../features/search/SearchBox.module.css";
import shellStyles from "../app/ShellHeader.module.css";
import { el, flag } from "./dom.ts";
import { avatar, icon, iconButton, logo } from "./pieces.ts";
import type { Sight } from "./sight.ts";

function searchBox({ texts }: Sight): HTMLElement {
  return el(
    "search",
    searchStyles["search"],
    {},
    el(
      "form",
      searchStyles["form"],
      {},
      iconButton("back", { className: searchStyles["back"] }),
      el("button", searchStyles["submit"], { type: "button" }, icon("search")),
      el("input", searchStyles["input"], { placeholder: texts.search.label }),
      // Without the fields for a search and a day: they look the same, and their insides cost the browser much.
      el("span", searchStyles["date"], {}, iconButton("calendar", { size: 18, className: searchStyles["clear"] })),
    ),
  );
}

function filterButton({ params, texts }: Sight): HTMLElement {
  const chosen = narrowingFilters(params);
  const [only] = chosen;
  const label = texts.filter[chosen.length > 1 ? "filters" : only ? only.id : "filter"];
  const icons = chosen.map(({ id }) => {
    const { icon: name, colour } = filterLooks[id];
    const place = el("span", filterStyles["icon"], {}, icon(name));
    if (colour !== undefined) place.style.color = colour;
    return place;
  });
  return el(
    "button",
    filterStyles["trigger"],
    { type: "button", "data-chosen": flag(chosen.length > 0) },
    el(
      "span",
      filterStyles["icons"],
      { "data-several": flag(chosen.length > 1) },
      chosen.length !== 1 && icon("filter", { className: filterStyles["general"] }),
      ...icons,
    ),
    el("span", filterStyles["label"], {}, label),
    icon("chevron-down", { size: 16, className: filterStyles["chevron"] }),
  );
}

export function header(sight: Sight): HTMLElement {
  const { account, isRail, isPhone } = sight;
  return el(
    "header",
    styles["header"],
    { "data-frame": "" },
    el("div", styles["left"], {}, isRail && iconButton("menu"), el("a", styles["logo"], {}, ...logo())),
    el(
      "div",
      styles["middle"],
      {},
      searchBox(sight),
      isPhone && iconButton("search", { className: shellStyles["search"] }),
      el("div", shellStyles["filter"], {}, filterButton(sight)),
    ),
    el(
      "div",
      styles["corner"],
      {},
      el(
        "div",
        accountStyles["corner"],
        {},
        el(
          "button",
          accountStyles["trigger"],
          { type: "button" },
          avatar(account.name, account.email),
          el("span", accountStyles["dot"], { "data-connection": "connecting" }),
        ),
      ),
    ),
  );
}
