/** Takes out of a message what its reader did not see. */
import { isPixel } from "../clean/images.ts";
import { type Measured, imageSelector, textsOf } from "./measure.ts";

/** Without them the cells after them would move. */
const keepsPlace = new Set(["td", "th", "tr", "tbody", "thead", "tfoot", "col", "colgroup"]);

/** All elements that hold any of the nodes, up to the body. */
function holders(nodes: readonly Node[], body: Element): Set<Element> {
  const found = new Set<Element>();
  for (const node of nodes) {
    let at = node.nodeType === Node.ELEMENT_NODE ? (node as Element) : node.parentElement;
    for (; at && at !== body && !found.has(at); at = at.parentElement) found.add(at);
  }
  return found;
}

/**
 * The image itself where it was seen, or goes along unseen; else its alt text. Its address stays in
 * `data-image`: the document that is measured must not ask for it.
 */
function insertImage(element: Element, keepsUnseen: boolean): void {
  const isUnseen = element.localName !== "img";
  if (isUnseen && !keepsUnseen) {
    element.removeAttribute("data-image");
    return;
  }
  const image = element.ownerDocument.createElement("img");
  for (const { name, value } of element.attributes) image.setAttribute(name, value);
  // Where the image was seen its words were not.
  image.setAttribute("alt", isUnseen ? (element.textContent ?? "") : "");
  element.replaceWith(image);
}

export function prune(page: Document, { texts, images: shownImages }: Measured, keepsUnseenImages: boolean): void {
  const { body } = page;
  const nodes = textsOf(page);
  const images = [...page.querySelectorAll(imageSelector)];
  const full = holders([...nodes.filter(({ data }) => /\S/.test(data)), ...images], body);
  nodes.forEach((node, index) => {
    const kept = texts[index] ?? [];
    if (!/\S/.test(node.data)) return;
    const isWhole = kept.length === 1 && kept[0]![0] === 0 && kept[0]![1] === node.data.length;
    if (!isWhole) node.data = kept.map(([start, end]) => node.data.slice(start, end)).join(" ");
  });
  const displayed = images.filter((image, index) => shownImages[index] && !isPixel(image));
  const held = holders([...nodes.filter(({ data }) => /\S/.test(data)), ...displayed], body);
  for (const element of full) {
    if (!held.has(element) && !keepsPlace.has(element.localName)) element.remove();
  }
  for (const image of displayed) if (image.isConnected) insertImage(image, keepsUnseenImages);
}
