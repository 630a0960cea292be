/**
 * The initial render of a list: what the client will render, rendered before the client is there. It takes neither clicks nor
 * keys until React hydrates it, or puts its own in its place (docs/decisions/0029-initial-render.md).
 */
import { storedLanguage } from "../i18n/languages.ts";
import { pageSource } from "../store/prefetch/page-source.ts";
import { isSpecialFolder } from "../store/mailboxes/folders.ts";
import { renderInto } from "./render-into.ts";
import { InitialPage } from "./InitialPage.tsx";
import { InitialRows } from "./InitialRows.tsx";
import { initialView } from "./initial-view.ts";
import { visibleRows } from "./visible-rows.ts";

/** "hydratable" has the elements of React's first render; "replaceable" only looks like it. */
export type InitialRender = "none" | "replaceable" | "hydratable";

/** Gives "none" where anything fails. */
export function renderInitially(root: Element): InitialRender {
  try {
    return render(root);
  } catch {
    root.replaceChildren();
    return "none";
  }
}

function render(root: Element): InitialRender {
  const source = pageSource();
  const view = source && initialView(source, storedLanguage());
  if (!view) return "none";
  const page = document.createDocumentFragment();
  renderInto(page, <InitialPage view={view} />);
  const list = page.querySelector<HTMLElement>("main ul")!;
  const scroller = list.parentElement!;
  root.replaceChildren(page);
  const visible = visibleRows(view, scroller);
  if (!visible) {
    root.replaceChildren();
    return "none";
  }
  list.style.height = `${visible.height}px`;
  renderInto(list, <InitialRows view={view} visible={visible} />);
  if (visible.scrollTop > 0) scroller.scrollTop = visible.scrollTop;
  // The client composes the name of a custom folder.
  return visible.hasActive && isSpecialFolder(view.query.folder) ? "hydratable" : "replaceable";
}
