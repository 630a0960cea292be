/** Pictures of a letter: its own are put in, for the others their words stand in their place. */
import { contentIdOf, isDataImage } from "./resources.ts";

const lengthOf = (image: Element, side: "width" | "height"): string | undefined =>
  /^\s*(\d{1,4}(?:\.\d+)?%?)(?:px)?\s*$/.exec(image.getAttribute(side) ?? "")?.[1];

/** Pixels that count who reads leave no hole. */
const isPixel = (image: Element): boolean =>
  ["0", "1", "2"].some((size) => [lengthOf(image, "width"), lengthOf(image, "height")].includes(size));

const inPx = (length: string): string => (length.endsWith("%") ? length : `${length}px`);

/** Chromium draws a torn picture for an <img> that has words and nothing to show; a <span> says them in the picture's place. */
function standIn(image: Element): Element {
  const words = image.ownerDocument.createElement("span");
  words.textContent = image.getAttribute("alt");
  for (const name of ["class", "id", "title"]) {
    const value = image.getAttribute(name);
    if (value !== null) words.setAttribute(name, value);
  }
  const [width, height] = [lengthOf(image, "width"), lengthOf(image, "height")];
  const size = [width && `width:${inPx(width)}`, height && `height:${inPx(height)}`].filter(Boolean).join(";");
  words.setAttribute("style", `${size};${image.getAttribute("style") ?? ""}`);
  words.setAttribute("data-blocked", "");
  return words;
}

/** @param imageFor the picture of a content id as a `data:` URL */
export function placePictures(body: Element, imageFor?: (contentId: string) => string | undefined): void {
  for (const image of body.querySelectorAll("img")) {
    const src = image.getAttribute("src") ?? "";
    const contentId = contentIdOf(src);
    const own = contentId === undefined ? src.trim() : imageFor?.(contentId);
    if (own !== undefined && isDataImage(own)) image.setAttribute("src", own);
    else if (isPixel(image)) image.remove();
    else image.replaceWith(standIn(image));
  }
}
