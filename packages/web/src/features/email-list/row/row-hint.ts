/**
 * The tooltip of the row under the pointer: the full date, truncated names. The row's link covers them, so that
 * titles of their own would never show, and be written for every row that is drawn.
 */
import { fullDate } from "../../../i18n/dates.ts";

/** @param link of the row; coordinates in px of the window */
export function setRowHint(link: HTMLElement, x: number, y: number): void {
  const below = document.elementsFromPoint(x, y).find((element) => !link.contains(element));
  const hint = below && link.parentElement?.contains(below) ? hintOf(below) : "";
  if (hint === (link.getAttribute("title") ?? "")) return;
  if (hint) link.title = hint;
  // An empty title would be announced as a description of the row.
  else link.removeAttribute("title");
}

function hintOf(below: Element): string {
  const date = below.closest("time");
  if (date) return fullDate(new Date(date.dateTime));
  const cell = below.closest<HTMLElement>("[data-names]");
  return cell && cell.scrollWidth > cell.clientWidth ? (cell.lastElementChild?.textContent ?? "") : "";
}
