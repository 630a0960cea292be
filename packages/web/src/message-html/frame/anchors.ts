/**
 * Links that lead to a place in the message itself. The page gets no click in the message's frame, and the frame, as high
 * as the message, has nothing to scroll; so the page puts a button of its own over each, where the still has it.
 */
export interface Anchor {
  /** The words of the link. */
  label: string;
  /** Where the link stands, line by line, in px from the corner of the message. */
  boxes: { left: number; top: number; width: number; height: number }[];
  /** Where it leads, in px from the top of the message. */
  target: number;
}

const most = 300;
const longestLabel = 200;

/** @param page the message's document in the still, laid out */
export function anchorsIn(page: Document): Anchor[] {
  return [...page.querySelectorAll("a[data-anchor]")].slice(0, most).flatMap((link) => {
    const name = link.getAttribute("data-anchor") ?? "";
    const target = name === "" ? page.body : page.getElementById(name);
    const boxes = Array.from(link.getClientRects(), ({ left, top, width, height }) => ({ left, top, width, height }));
    const shown = boxes.filter(({ width, height }) => width > 1 && height > 1);
    if (!target || shown.length === 0) return [];
    const label = (link.textContent ?? "").trim().slice(0, longestLabel);
    return [{ label, boxes: shown, target: target.getBoundingClientRect().top }];
  });
}
