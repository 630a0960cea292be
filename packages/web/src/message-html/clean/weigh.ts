/** Estimates the cost of sanitizing and laying out a parsed message. */
import { allowedTags } from "./allowed-markup.ts";
import type { Limits } from "./limits.ts";

const isAllowed: ReadonlySet<string> = new Set([...allowedTags, "meta", "title", "style"]);

const span = (element: Element, name: string, most: number): number =>
  Math.min(most, Math.max(1, Number.parseInt(element.getAttribute(name) ?? "", 10) || 1));

/** Whether a message that has been parsed keeps within `limits`. */
export function isWithin(page: Document, limits: Limits): boolean {
  const walker = page.createTreeWalker(page, NodeFilter.SHOW_ELEMENT);
  let [attributes, cells, copies, elements, depth] = [0, 0, 0, 0, 0];
  /** How deep those of the elements around are that will not stay. */
  const unknown: number[] = [];
  for (let node = walker.firstChild(); node;) {
    const element = node as Element;
    const { localName } = element;
    elements++;
    depth++;
    const own = element.attributes.length;
    attributes += own;
    copies += unknown.length;
    // No browser lets a cell span more (HTML §4.9.11).
    if (localName === "td" || localName === "th")
      cells += span(element, "colspan", 1000) * span(element, "rowspan", 1000);
    if (own > limits.attributesOfOne || elements > limits.elements || depth > limits.depth) return false;
    if (attributes > limits.attributes || cells > limits.cells || copies > limits.copies) return false;
    if (!isAllowed.has(localName)) unknown.push(depth);
    node = walker.firstChild();
    while (!node && depth > 0) {
      if (unknown.at(-1) === depth) unknown.pop();
      depth--;
      node = walker.nextSibling();
      if (!node && depth > 0) walker.parentNode();
    }
  }
  return true;
}
