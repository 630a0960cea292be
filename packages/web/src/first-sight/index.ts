/**
 * The first sight of a list: what the client will draw, drawn before the client is there. A picture, which nobody can
 * press or reach by key; the client's first drawing takes its place (docs/decisions/0029-first-sight.md).
 */
import shellStyles from "../app/Shell.module.css";
import listStyles from "../features/email-list/LetterList.module.css";
import { storedLanguage } from "../i18n/languages.ts";
import { pageSource } from "../store/page-source.ts";
import { el } from "./dom.ts";
import { folderNav } from "./folder-nav.ts";
import { header } from "./header.ts";
import { emptyList, fillList } from "./letter-list.ts";
import { sightOf } from "./sight.ts";

/** @returns whether it stands: it goes without where anything about it fails */
export function showFirstSight(root: Element): boolean {
  try {
    return draw(root);
  } catch {
    root.replaceChildren();
    return false;
  }
}

function draw(root: Element): boolean {
  const source = pageSource();
  if (!source) return false;
  const sight = sightOf(source, storedLanguage());
  if (!sight) return false;
  const place = emptyList();
  const page = el(
    "div",
    shellStyles["shell"],
    { "data-first-sight": "", "aria-hidden": "true", inert: "" },
    header(sight),
    el(
      "div",
      shellStyles["body"],
      {},
      !sight.isPhone && folderNav(sight),
      el(
        "div",
        shellStyles["stage"],
        {},
        el(
          "div",
          shellStyles["main"],
          {},
          el(
            "div",
            shellStyles["page"],
            {},
            el("div", listStyles["page"], {}, el("div", listStyles["card"], {}, place.scroller)),
          ),
        ),
      ),
    ),
  );
  root.replaceChildren(page);
  if (fillList(place, sight)) return true;
  page.remove();
  return false;
}
