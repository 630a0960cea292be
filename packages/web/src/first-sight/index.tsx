/**
 * The first sight of a list: what the client will draw, drawn before the client is there. Nobody can press it or reach it by
 * key until React takes it over, or draws its own in its place (docs/decisions/0029-first-sight.md).
 */
import { storedLanguage } from "../i18n/languages.ts";
import { pageSource } from "../store/prefetch/page-source.ts";
import { isSpecialFolder } from "../store/records/folders.ts";
import { drawInto } from "./draw.ts";
import { Picture } from "./Picture.tsx";
import { rowTexts } from "./row-texts.ts";
import { RowsPicture } from "./RowsPicture.tsx";
import { rowsInSight } from "./rows-in-sight.ts";
import { sightOf } from "./sight.ts";

/** "markup" is what React's first drawing gives, so that it takes the elements over; "picture" only looks like it. */
export type FirstSight = "none" | "picture" | "markup";

/** It goes without where anything about it fails. */
export function showFirstSight(root: Element): FirstSight {
  try {
    return draw(root);
  } catch {
    root.replaceChildren();
    return "none";
  }
}

function draw(root: Element): FirstSight {
  const source = pageSource();
  const sight = source && sightOf(source, storedLanguage());
  if (!sight) return "none";
  const page = document.createDocumentFragment();
  drawInto(page, <Picture sight={sight} />);
  const list = page.querySelector<HTMLElement>("main ul")!;
  const scroller = list.parentElement!;
  root.replaceChildren(page);
  const seen = rowsInSight(sight, scroller);
  if (!seen) {
    root.replaceChildren();
    return "none";
  }
  list.style.height = `${seen.height}px`;
  drawInto(list, <RowsPicture sight={sight} seen={seen} texts={rowTexts(sight.texts)} />);
  if (seen.scrollTop > 0) scroller.scrollTop = seen.scrollTop;
  // The name of a folder that people made is put together by the client.
  return seen.isWhole && isSpecialFolder(sight.query.folder) ? "markup" : "picture";
}
