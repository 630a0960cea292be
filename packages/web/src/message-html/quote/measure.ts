/** The displayed parts of a laid out message, by the position of each text and image: two renditions can be compared. */
import { DisplayedText, type Stretches } from "./displayed.ts";

export interface Measured {
  /** Of each text node, in document order. */
  texts: Stretches[];
  /** Of each `pictureSelector`, in document order. */
  images: boolean[];
}

export const imageSelector = "[data-image], img";

export function textsOf(page: Document): Text[] {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
  return texts;
}

export function measure(page: Document): Measured {
  const displayed = new DisplayedText(page);
  return {
    texts: textsOf(page).map((text) => displayed.stretchesOf(text)),
    images: Array.from(page.querySelectorAll(imageSelector), (image) => displayed.isElementDisplayed(image)),
  };
}

/** Whether the same words were to be seen. */
export const isSameText = (one: Measured, other: Measured): boolean =>
  JSON.stringify(one.texts) === JSON.stringify(other.texts);

/** The displayed words without spaces: layouts differ in where they put those. */
export function displayedWords(page: Document, { texts }: Measured): string {
  return textsOf(page)
    .map(({ data }, index) => (texts[index] ?? []).map(([start, end]) => data.slice(start, end)).join(""))
    .join("")
    .replace(/\s+/g, "");
}
