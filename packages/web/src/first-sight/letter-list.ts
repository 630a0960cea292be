/** The list where it will stand: at its top, or where it was left before a reload. */
import listStyles from "../features/email-list/LetterList.module.css";
import { placeKeyOf, placeOf } from "../features/email-list/list-place.ts";
import { footerHeight, rowHeightOn } from "../features/email-list/row-height.ts";
import { ScrollSpace } from "../features/email-list/scroll-space.ts";
import { el } from "./dom.ts";
import { row } from "./rows.ts";
import type { Sight } from "./sight.ts";

interface Place {
  scroller: HTMLElement;
  /** The list within. */
  list: HTMLElement;
}

/** As React Router keeps it for a step of the history. */
function placeOfStep(): ReturnType<typeof placeOf> {
  const { key = "default" } = (window.history.state ?? {}) as { key?: string };
  const { pathname, search } = window.location;
  return placeOf(placeKeyOf({ key, pathname, search }));
}

export function emptyList(): Place {
  const list = el("ul", listStyles["list"]);
  return { list, scroller: el("div", listStyles["scroller"], {}, list) };
}

/**
 * Draws what is in sight; the scroller stands in the page by then.
 * @returns false where a letter in sight is not known
 */
export function fillList({ scroller, list }: Place, sight: Sight): boolean {
  const { position, ids, total } = sight.list;
  const rowHeight = rowHeightOn(sight.isPhone);
  const rowsById = new Map(sight.rows.map((each) => [each.id, each]));
  const kept = placeOfStep();
  const known = kept?.topId === undefined ? -1 : ids.indexOf(kept.topId);
  const top = kept ? (known === -1 ? kept.topIndex : position + known) + kept.shift : 0;
  // The list is lower than the window; how high it is, the browser could only say once it has laid out everything.
  const height = top === 0 ? sight.height : scroller.clientHeight;
  const space = new ScrollSpace();
  space.resize(total * rowHeight + footerHeight, height);
  const scrollTop = space.moveTo(top * rowHeight);
  list.style.height = `${space.height}px`;
  const first = Math.floor(space.position / rowHeight);
  const end = Math.min(total, Math.ceil((space.position + height) / rowHeight));
  for (let index = first; index < end; index++) {
    const email = rowsById.get(ids[index - position] ?? "");
    if (!email) return false;
    list.append(row(sight, email, index * rowHeight + space.offset));
  }
  if (end === total) {
    const last = el("li", listStyles["end"], {}, sight.texts.list.noMore);
    last.style.top = `${total * rowHeight + space.offset}px`;
    list.append(last);
  }
  if (scrollTop > 0) scroller.scrollTop = scrollTop;
  return true;
}
