/** Which rows are rendered, and where: at the top of the list, or at its scroll position before a reload. */
import { viewport } from "../features/email-list/last-viewport.ts";
import { scrollKeyOf, storedScrollPosition } from "../features/email-list/list-scroll-position.ts";
import { footerHeight, rowHeightOn } from "../features/email-list/row/row-height.ts";
import { ScrollSpace } from "../features/email-list/scroll-space.ts";
import type { EmailRow } from "../store/records/email-properties.ts";
import type { InitialView } from "./initial-view.ts";

export interface VisibleRow {
  row: EmailRow;
  index: number;
  /** In px from the top of the scrolled element. */
  top: number;
  /** It takes the Tab key. */
  isActive: boolean;
}

export interface VisibleRows {
  rows: readonly VisibleRow[];
  /** The top of the line after the last Email, where that is visible. */
  endTop: number | undefined;
  /** Of the element that holds the rows, in px. */
  height: number;
  scrollTop: number;
  /** The row with the focus is among them: the client's first render has the same rows. */
  hasActive: boolean;
}

/** As it is stored by React Router's key of the history entry. */
function positionOfEntry(): ReturnType<typeof storedScrollPosition> {
  const { key = "default" } = (window.history.state ?? {}) as { key?: string };
  const { pathname, search } = window.location;
  return storedScrollPosition(scrollKeyOf({ key, pathname, search }));
}

/**
 * @param scroller is in the page by then
 * @returns undefined where a visible Email is not known
 */
export function visibleRows(view: InitialView, scroller: Element): VisibleRows | undefined {
  const { position, ids, total } = view.list;
  const rowHeight = rowHeightOn(view.isPhone);
  const rowsById = new Map(view.rows.map((each) => [each.id, each]));
  const stored = positionOfEntry();
  const known = stored?.topId === undefined ? -1 : ids.indexOf(stored.topId);
  const top = stored ? (known === -1 ? stored.topIndex : position + known) + stored.shift : 0;
  // The list is lower than the window, but its height would force a layout.
  const height = top === 0 ? view.height : scroller.clientHeight;
  viewport.last = height;
  const space = new ScrollSpace();
  space.resize(total * rowHeight + footerHeight, height);
  const scrollTop = space.moveTo(top * rowHeight);
  const first = Math.floor(space.position / rowHeight);
  const end = Math.min(total, Math.ceil((space.position + height) / rowHeight));
  // The client renders the row with the focus wherever it is; it takes the Tab key where it is known.
  const activeAt = stored?.activeId === undefined ? -1 : ids.indexOf(stored.activeId);
  const active = activeAt === -1 ? first : position + activeAt;
  const rows: VisibleRow[] = [];
  for (let index = first; index < end; index++) {
    const row = rowsById.get(ids[index - position] ?? "");
    if (!row) return undefined;
    rows.push({ row, index, top: index * rowHeight + space.offset, isActive: index === active });
  }
  return {
    rows,
    endTop: end === total ? total * rowHeight + space.offset : undefined,
    height: space.height,
    scrollTop,
    hasActive: stored?.activeId === undefined || (activeAt !== -1 && active >= first && active < end),
  };
}
