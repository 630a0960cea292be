/**
 * Which words of a laid out document a person can see. CSS has a hundred ways to hide text, so this asks the layout, not
 * the rules: where the words stand, what clips them, what lies over them, and how far their colour is from what is behind.
 */
import { type Colour, parseColour } from "../css/colours.ts";
import { over } from "./contrast.ts";
import { type Box, holds, isLegible, leastOpacity, type Paint, paintOf, shareWithin, white } from "./paint.ts";

/** Offsets of the displayed stretches of a text node, in order; the end is exclusive. */
export type Stretches = readonly (readonly [start: number, end: number])[];

/** Styles that an element's content inherits from it and its ancestors. */
interface Context {
  isShown: boolean;
  opacity: number;
  clip: Box;
  paint: Paint | undefined;
}

/** In px. Smaller type is a trick or a tracking mark. */
const smallestFontSize = 4;
/** In px, on average. Letter spacing can put a whole sentence on one spot. */
const smallestAdvance = 1;
/** In px. */
const smallestImage = 3;
/** In px: how far to the side people scroll for what is too wide. */
const farthestToTheSide = 2000;
/** The share of a word's area that is to be seen. */
const leastShare = 0.6;
/** In px: below this nothing is tested for being covered. */
const deepestCover = 30_000;

const scrolls = (overflow: string): boolean => /auto|scroll/.test(overflow);
const isFlat = ({ left, top, right, bottom }: Box): boolean => right - left < 3 || bottom - top < 3;
const middleOf = (rect: DOMRect): [x: number, y: number] => [
  (rect.left + rect.right) / 2,
  (rect.top + rect.bottom) / 2,
];

export class DisplayedText {
  private readonly contexts = new Map<Element, Context>();
  private readonly page: Document;
  private readonly view: Window;

  /** @param page with a window of the reader's width, as high as its content */
  constructor(page: Document) {
    this.page = page;
    this.view = page.defaultView!;
    const { scrollWidth, clientWidth } = page.documentElement;
    const isRightToLeft = this.view.getComputedStyle(page.documentElement).direction === "rtl";
    const beyond = Math.min(scrollWidth - clientWidth, farthestToTheSide);
    const clip: Box = {
      left: isRightToLeft ? -beyond : 0,
      right: clientWidth + (isRightToLeft ? 0 : beyond),
      top: 0,
      bottom: Infinity,
    };
    const everywhere = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
    const paint = { box: everywhere, colour: this.ground(), hasImage: false, under: undefined };
    this.contexts.set(page.documentElement, { isShown: true, opacity: 1, clip, paint });
    const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_ELEMENT);
    for (let node: Node | null = page.body; node; node = walker.nextNode()) this.enter(node as Element);
  }

  /** The root's background, else the body's, fills the whole window (CSS Backgrounds §2.11.2). */
  private ground(): Colour {
    for (const element of [this.page.documentElement, this.page.body]) {
      const colour = parseColour(this.view.getComputedStyle(element).backgroundColor);
      if (colour && colour.alpha > 0) return over(colour, white);
    }
    return white;
  }

  private enter(element: Element): void {
    const parent = this.contexts.get(element.parentElement!)!;
    if (!parent.isShown) {
      this.contexts.set(element, parent);
      return;
    }
    const style = this.view.getComputedStyle(element);
    const opacity = parent.opacity * Number(style.opacity);
    const context: Context = {
      isShown: style.display !== "none" && opacity >= leastOpacity,
      opacity,
      clip: parent.clip,
      paint: parent.paint,
    };
    this.contexts.set(element, context);
    if (!context.isShown) return;
    const clips = `${style.overflowX} ${style.overflowY}` !== "visible visible" && style.display !== "inline";
    let box: DOMRect | undefined;
    const boxOf = (): DOMRect => (box ??= element.getBoundingClientRect());
    context.paint = paintOf(style, boxOf, parent.paint);
    if (clips) context.clip = this.clipOf(element, style, parent.clip, boxOf());
  }

  private clipOf(element: Element, style: CSSStyleDeclaration, outer: Box, box: DOMRect): Box {
    const left = box.left + element.clientLeft;
    const top = box.top + element.clientTop;
    const inner: Box = { left, top, right: left + element.clientWidth, bottom: top + element.clientHeight };
    // A line that is too long for its box is scrolled; what only begins beside or below it was not asked for.
    if (scrolls(style.overflowX) && element.clientWidth > 40) {
      inner.right = Math.min(left + element.scrollWidth, left + farthestToTheSide);
    }
    return {
      left: Math.max(outer.left, inner.left),
      top: Math.max(outer.top, inner.top),
      right: Math.min(outer.right, inner.right),
      bottom: Math.min(outer.bottom, inner.bottom),
    };
  }

  /** Whether a box of this element, an image's, is to be seen. */
  isElementDisplayed(element: Element): boolean {
    const context = this.contexts.get(element);
    if (!context?.isShown || this.view.getComputedStyle(element).visibility !== "visible") return false;
    const rect = element.getBoundingClientRect();
    // An image that has not come takes no room by itself.
    if (rect.width === 0 || rect.height === 0) return holds(context.clip, rect.left, rect.top) && !isFlat(context.clip);
    if (rect.width < smallestImage || rect.height < smallestImage) return false;
    return shareWithin(rect, context.clip) >= leastShare / 2 && !this.isCovered(element, rect);
  }

  /** The visible ranges of the text. */
  stretchesOf(text: Text): Stretches {
    const element = text.parentElement!;
    const context = this.contexts.get(element);
    const { data } = text;
    if (!context?.isShown || !/\S/.test(data)) return [];
    const style = this.view.getComputedStyle(element);
    if (style.visibility !== "visible" || Number.parseFloat(style.fontSize) < smallestFontSize) return [];
    const range = this.page.createRange();
    range.selectNodeContents(text);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    const width = rects.reduce((sum, rect) => sum + rect.width, 0);
    const letters = data.replace(/[\s\p{Cf}\p{M}]/gu, "").length;
    if (rects.length === 0 || width < letters * smallestAdvance) return [];
    const shares = rects.map((rect) => shareWithin(rect, context.clip));
    if (shares.every((share) => share === 0)) return [];
    if (
      !rects.some(
        (rect) => isLegible(style, context.paint, context.opacity, middleOf(rect)) && !this.isCovered(element, rect),
      )
    )
      return [];
    if (shares.every((share) => share >= 0.95)) return [[0, data.length]];
    const words: [number, number][] = [];
    for (const { index, 0: word } of data.matchAll(/\S+/g)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const parts = [...range.getClientRects()].filter((rect) => rect.width > 0);
      const isSeen = parts.length > 0 && parts.every((rect) => shareWithin(rect, context.clip) >= leastShare);
      if (isSeen) words.push([index, index + word.length]);
    }
    return words;
  }

  /** Whether something opaque that is not around the element lies over the middle of the box. */
  private isCovered(element: Element, rect: DOMRect): boolean {
    const [x, y] = middleOf(rect);
    if (y > deepestCover || x < 0 || x > this.page.documentElement.clientWidth) return false;
    for (let top = this.page.elementFromPoint(x, y); top && !top.contains(element) && !element.contains(top);) {
      const style = this.view.getComputedStyle(top);
      if (top.localName === "img" || style.backgroundImage !== "none") return true;
      if ((parseColour(style.backgroundColor)?.alpha ?? 0) > 0.5) return true;
      top = top.parentElement;
    }
    return false;
  }
}
