/** Which rows are drawn, and where: at the top of the list, or where it was left before a reload. */
import { viewport } from "../features/email-list/last-viewport.ts";
import { scrollKeyOf, storedScrollPosition } from "../features/email-list/list-scroll-position.ts";
import { footerHeight, rowHeightOn } from "../features/email-list/row/row-height.ts";
import { ScrollSpace } from "../features/email-list/scroll-space.ts";
import type { EmailRow } from "../store/records/email-properties.ts";
import type { Sight } from "./sight.ts";

export interface SeenRow {
  row: EmailRow;
  index: number;
  /** Its place, in px of the scrolled element. */
  top: number;
  /** It takes the Tab key. */
  isActive: boolean;
}

export interface SeenRows {
  rows: readonly SeenRow[];
  /** The place of the line after the last letter, where that is in sight. */
  endTop: number | undefined;
  /** Of the element that holds the rows, in px. */
  height: number;
  scrollTop: number;
  /** The client's list begins with the same rows. */
  isWhole: boolean;
}

/** As React Router keeps it for a step of the history. */
function placeOfStep(): ReturnType<typeof storedScrollPosition> {
  const { key = "default" } = (window.history.state ?? {}) as { key?: string };
  const { pathname, search } = window.location;
  return storedScrollPosition(scrollKeyOf({ key, pathname, search }));
}

/**
 * @param scroller stands in the page by then
 * @returns undefined where a letter in sight is not known
 */
export function rowsInSight(sight: Sight, scroller: Element): SeenRows | undefined {
  const { position, ids, total } = sight.list;
  const rowHeight = rowHeightOn(sight.isPhone);
  const rowsById = new Map(sight.rows.map((each) => [each.id, each]));
  const kept = placeOfStep();
  const known = kept?.topId === undefined ? -1 : ids.indexOf(kept.topId);
  const top = kept ? (known === -1 ? kept.topIndex : position + known) + kept.shift : 0;
  // The list is lower than the window; how high it is, the browser could only say once it has laid out everything.
  const height = top === 0 ? sight.height : scroller.clientHeight;
  viewport.last = height;
  const space = new ScrollSpace();
  space.resize(total * rowHeight + footerHeight, height);
  const scrollTop = space.moveTo(top * rowHeight);
  const first = Math.floor(space.position / rowHeight);
  const end = Math.min(total, Math.ceil((space.position + height) / rowHeight));
  // The letter with the focus is drawn wherever it lies, and takes the Tab key where it is known.
  const activeAt = kept?.activeId === undefined ? -1 : ids.indexOf(kept.activeId);
  const active = activeAt === -1 ? 0 : position + activeAt;
  const rows: SeenRow[] = [];
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
    isWhole: kept?.activeId === undefined || (activeAt !== -1 && active >= first && active < end),
  };
}
