/** A document laid out for a moment, to be measured: it is gone before anything is painted, and nothing in it runs or loads. */
import { frameHtml } from "../clean/trusted-html.ts";
import { writeDocument } from "../clean/written-document.ts";

/** In px. Content below is measured, but not tested for being covered. */
const highestFrame = 30_000;

/** @param widthPx of the window that the document is laid out in */
export function withLayout<T>(html: string, widthPx: number, read: (page: Document) => T): T {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-same-origin");
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  frame.style.cssText = `position:fixed;inset:0 auto auto 0;width:${widthPx}px;height:600px;border:0;opacity:0;pointer-events:none`;
  document.body.append(frame);
  try {
    let page: Document | undefined;
    const stop = writeDocument(frame, frameHtml(html), (written) => (page = written));
    stop();
    if (!page) throw new Error("The message could not be laid out");
    // Only what lies within the window is found by a point.
    frame.style.height = `${Math.min(page.documentElement.scrollHeight, highestFrame)}px`;
    return read(page);
  } finally {
    frame.remove();
  }
}
