/**
 * A message as it may be quoted or sent on: what its reader saw of it and no more, with the styles written into each
 * element, so that nothing of it reaches what stands around it (docs/decisions/0044-what-a-quote-holds.md).
 */
import { cleanForMessage, type CleanHtml } from "../clean/clean.ts";
import { cleanWithin } from "../clean/clean-within.ts";
import { frameDocument, framePolicy, paper } from "../frame/frame-document.ts";
import { inertDocument } from "../clean/trusted-html.ts";
import { resolvedStyles } from "./inline-styles.ts";
import { withLayout } from "./lay-out.ts";
import { displayedWords, isSameText, measure, textsOf } from "./measure.ts";
import { prune } from "./prune.ts";
import { quotedStyle } from "./quoted-style.ts";
import type { Seen } from "./seen.ts";

export interface QuoteOptions {
  /** Images that the reader has not seen go along by their address: a message that is sent on is not whole without them. */
  keepsUnseenImages?: boolean;
}

/** Stands for every image that the reader saw; what it shows changes nothing about where the words are. */
const placeholderImage = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

interface Rendition {
  message: CleanHtml;
  document: string;
}

/**
 * The document that stands in the message's frame, with the address of each image beside it; undefined for a message that
 * is shown as text (docs/decisions/0045-letters-that-hold-the-page-up.md).
 */
function rendition(html: string, { images, tiny, theme }: Seen, isDark: boolean): Rendition | undefined {
  const message = cleanWithin(html, {
    imageFor: () => placeholderImage,
    isTiny: (url) => tiny.has(url),
    remoteFor: (url) => (images.has(url) ? placeholderImage : undefined),
    dark: isDark ? theme?.dark : undefined,
    marksImages: true,
  });
  const options = { isQuoteShown: true, scrolls: false };
  return message && { message, document: frameDocument(message, isDark && theme ? theme.colours : paper, options) };
}

/** Writes its style into each element; false where that is too much work. */
function writeStyles(page: Document, { css }: CleanHtml): boolean {
  const sheet = [...page.styleSheets].find(({ ownerNode }) => ownerNode?.textContent === css);
  const resolved = sheet && resolvedStyles(page, sheet);
  if (!resolved) return false;
  const view = page.defaultView!;
  const scratch = page.createElement("span");
  // All are read before any is written: each would have everything laid out again.
  const styles = Array.from(resolved, ([element, style]): [HTMLElement, string] => [
    element,
    quotedStyle(element, style, view.getComputedStyle(element), scratch),
  ]);
  for (const [element, style] of styles) element.setAttribute("style", style);
  return true;
}

function removeAttributes(root: Document, names: readonly string[]): void {
  for (const name of names) for (const element of root.querySelectorAll(`[${name}]`)) element.removeAttribute(name);
}

/** What only the message's own sheet and our frame know the meaning of, and words that stand nowhere. */
const namesOfTheMessage = ["class", "id", "title", "data-quote", "data-blocked", "data-leads-to"];
const presentational = ["style", "color", "bgcolor", "text", "width", "height", "size", "face", "border"];

/** The content of the body, in an element that has the body's style where there is any. */
function wrapped(page: Document): string {
  const { body } = page;
  const box = page.createElement("div");
  box.setAttribute("style", body.getAttribute("style") ?? "");
  const { style } = box;
  const [paperColour, ink] = [body.getAttribute("bgcolor"), body.getAttribute("text")];
  if (paperColour && !style.backgroundColor) style.backgroundColor = paperColour;
  if (ink && !style.color) style.color = ink;
  for (const name of ["margin", "height", "width", "max-width", "float", "display"]) style.removeProperty(name);
  if (style.length === 0) return body.innerHTML;
  box.append(...body.childNodes);
  return box.outerHTML;
}

/** Structure and words alone: nothing in it can hide anything. */
function plainOf(html: string): string {
  const page = inertDocument(html);
  removeAttributes(page, presentational);
  return page.body.innerHTML;
}

const bare = (html: string): string =>
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="${framePolicy}"><body style="margin:0;overflow-wrap:break-word">${html}`;

/** As the quote will be seen: where words have lost what made them legible, an image behind them, they get it back. */
function legible(html: string, words: string, widthPx: number): string {
  return withLayout(bare(html), widthPx, (page) => {
    const before = measure(page);
    if (displayedWords(page, before) === words) return html;
    textsOf(page).forEach((text, index) => {
      if (!/\S/.test(text.data) || before.texts[index]!.length > 0) return;
      const { style } = text.parentElement!;
      style.color = "#1f1f1f";
      style.backgroundColor = "#ffffff";
    });
    return displayedWords(page, measure(page)) === words ? page.body.innerHTML : plainOf(html);
  });
}

function withImages(html: string): string {
  const page = inertDocument(html);
  for (const image of page.querySelectorAll("img[data-image]")) {
    image.setAttribute("src", image.getAttribute("data-image")!);
    image.removeAttribute("data-image");
  }
  return page.body.innerHTML;
}

/**
 * The message's HTML, with what its reader saw of it; clean. undefined where its markup asks for too much: of such a message
 * the words are shown first.
 */
export function quoteHtml(messageHtml: string, seen: Seen, options: QuoteOptions = {}): string | undefined {
  const light = rendition(messageHtml, seen, false);
  if (!light) return undefined;
  const dark = seen.theme?.dark && rendition(messageHtml, seen, true);
  const asSeen = dark && withLayout(dark.document, seen.widthPx, measure);

  const quoted = (isDark: boolean): string | undefined =>
    withLayout(isDark ? dark!.document : light.document, seen.widthPx, (page) => {
      const measured = measure(page);
      // A dark page shows a message in other colours; what it says there is what was seen, and by day it looks as meant.
      if (asSeen && !isDark && !isSameText(asSeen, measured)) return undefined;
      const { backgroundColor, color } = page.defaultView!.getComputedStyle(page.body);
      const isStyled = writeStyles(page, isDark ? dark!.message : light.message);
      prune(page, asSeen ? { ...asSeen, images: measured.images } : measured, options.keepsUnseenImages ?? false);
      const words = (page.body.textContent ?? "").replace(/\s+/g, "");
      removeAttributes(page, namesOfTheMessage);
      if (isDark) Object.assign(page.body.style, { backgroundColor, color });
      const html = wrapped(page);
      return isStyled ? legible(html, words, seen.widthPx) : plainOf(html);
    });
  return cleanForMessage(withImages(quoted(false) ?? quoted(true)!));
}
