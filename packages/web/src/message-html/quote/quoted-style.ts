/** The style that an element takes along into a quote: what was seen, at any width, and nothing that could hide it. */

/** What clips or hides; the words that were hidden do not come along, so nothing of it is needed. */
const dropped = /^(?:overflow(?:-[xy])?|max-height|min-height|background-clip|object-.*|quotes|.*text-size-adjust)$/;

/** Whose value may hang on the width of the window. */
const hangsOnWidth = /\b(?:calc|min|max|clamp)\(|\d(?:[sld]?v[wi])\b/i;

const clips = ({ overflowX, overflowY }: CSSStyleDeclaration): boolean =>
  `${overflowX} ${overflowY}` !== "visible visible";

/**
 * @param element whose style it is
 * @param style what the message says about the element
 * @param computed what came of it
 * @param scratch any element of the same document, whose own style is lost
 */
export function quotedStyle(
  element: HTMLElement,
  style: CSSStyleDeclaration,
  computed: CSSStyleDeclaration,
  scratch: HTMLElement,
): string {
  const target = scratch.style;
  const isImage = element.localName === "img" || element.hasAttribute("data-image");
  target.cssText = "";
  const isClipped = clips(computed);
  for (const property of style) {
    if (!isImage && (dropped.test(property) || (isClipped && property === "height"))) continue;
    const value = style.getPropertyValue(property);
    // A list's sign can be a sentence.
    if (value.includes('"') && property !== "font-family") continue;
    // Images behind the text do not go along.
    if (value.includes("url(") || (property.startsWith("background-") && value === "initial")) continue;
    target.setProperty(property, hangsOnWidth.test(value) ? computed.getPropertyValue(property) : value);
  }
  return target.cssText;
}
