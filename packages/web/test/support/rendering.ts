/** What a reader would see of a document, measured: what is the same on every machine, whatever fonts it has. */
import { type Colour, parseColour } from "../../src/message-html/css/colours.ts";
import { contrast, over } from "./theme-colours.ts";

export interface Rendering {
  /** Pixels that are wider than the message's place. */
  overflow: number;
  /** Every visible run of text, with its contrast; null over an image or a gradient. */
  texts: { text: string; contrast: number | null }[];
  /** Where the elements of a class stand. */
  boxes: Record<string, { left: number; right: number; top: number; bottom: number; image: string }>;
  background: string;
}

const none: Colour = { red: 0, green: 0, blue: 0, alpha: 0 };
const colourOf = (css: string): Colour => parseColour(css) ?? none;

function isSeen(element: Element): boolean {
  const box = element.getBoundingClientRect();
  if (box.width < 2 || box.height < 2) return false;
  for (let at: Element | null = element; at; at = at.parentElement) {
    const style = getComputedStyle(at);
    if (style.display === "none" || style.visibility !== "visible" || Number(style.opacity) < 0.1) return false;
    const { width, height } = at.getBoundingClientRect();
    if (style.overflow === "hidden" && (width < 2 || height < 2)) return false;
  }
  return Number.parseFloat(getComputedStyle(element).fontSize) >= 4;
}

/** undefined: behind it is an image. */
function groundOf(element: Element): Colour | undefined {
  const layers: Colour[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(at);
    if (backgroundImage !== "none") return undefined;
    const colour = colourOf(backgroundColor);
    layers.push(colour);
    if (colour.alpha === 1) break;
  }
  return layers.reduceRight((below, above) => over(above, below), colourOf("#ffffff"));
}

/** @param classes whose first elements are looked for, as the message names them */
export function measureRendering(page: Document, classes: readonly string[]): Rendering {
  const root = page.documentElement;
  const texts: Rendering["texts"] = [];
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = (node.nodeValue ?? "").replace(/[\s\p{Cf}\u034f\u00a0]+/gu, " ").trim();
    const element = node.parentElement;
    if (text === "" || !element || !isSeen(element)) continue;
    const ground = groundOf(element);
    texts.push({ text, contrast: ground ? contrast(colourOf(getComputedStyle(element).color), ground) : null });
  }
  const boxes: Rendering["boxes"] = {};
  for (const name of classes) {
    const element = page.querySelector(`.l-${name}`);
    if (!element) continue;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    boxes[name] = { left, right, top, bottom, image: getComputedStyle(element).backgroundImage };
  }
  const background = getComputedStyle(page.body).backgroundColor;
  return { overflow: root.scrollWidth - root.clientWidth, texts, boxes, background };
}
