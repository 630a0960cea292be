/** Cleans a message that may be made to hold the page up. */
import { type CleanHtml, cleanHtml, type CleanOptions } from "./clean.ts";
import { editedLimits, type Limits, patientLimits, usualLimits } from "./limits.ts";
import { parseWithin } from "./parse-within.ts";
import { StyleWork } from "../css/style-work.ts";
import { isWithin } from "./weigh.ts";

/** undefined: the message asks for more than `usualLimits`. */
export function cleanWithin(
  html: string,
  options: CleanOptions = {},
  limits: Limits = usualLimits,
): CleanHtml | undefined {
  const { page, isCut } = parseWithin(html, limits);
  if (isCut || !isWithin(page, limits)) return undefined;
  const work = new StyleWork(page);
  const message = cleanHtml(page, { ...options, onSelector: (tokens) => work.add(tokens) });
  return work.total > limits.styleWork ? undefined : message;
}

/** Whether markup that would be edited, of a draft or from the clipboard, would hold the page up. */
export function isTooHeavyToEdit(html: string): boolean {
  const { page, isCut } = parseWithin(html, editedLimits);
  return isCut || !isWithin(page, editedLimits);
}

/** As a copy with fewer of them: taking them away one by one takes time with the square of their number. */
function dropAttributes(page: Document, most: number): void {
  for (const element of page.querySelectorAll("*")) {
    if (element.attributes.length <= most) continue;
    const copy = page.createElement(element.localName);
    for (const name of element.getAttributeNames().slice(0, most)) {
      // Names that only a parser takes are no names that a message may keep.
      if (/^[a-z-]+$/.test(name)) copy.setAttribute(name, element.getAttribute(name) ?? "");
    }
    copy.append(...element.childNodes);
    element.replaceWith(copy);
  }
}

/** For a message that its reader wants to see all the same; it may end before all of it has been shown. */
export function cleanHeavy(html: string, options: CleanOptions = {}): { message: CleanHtml; isCut: boolean } {
  const { page, isCut } = parseWithin(html, patientLimits);
  dropAttributes(page, patientLimits.attributesOfOne);
  return { message: cleanHtml(page, options), isCut };
}
