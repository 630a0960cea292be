/** Boxes on a page and what is painted in them. */
import { type Colour, parseColour } from "../css/colours.ts";
import { contrast, over } from "./contrast.ts";

/** As WCAG counts it, 1 to 21. Footers in light grey on white have 1.6. */
const leastContrast = 1.2;
/** A tenth of what ink on paper has is seen by no one. */
export const leastOpacity = 0.1;

export const white: Colour = { red: 1, green: 1, blue: 1, alpha: 1 };

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A background that is painted, and what is painted before it. */
export interface Paint {
  box: Box;
  colour: Colour;
  /** An image or a gradient lies over the colour. */
  hasImage: boolean;
  under: Paint | undefined;
}

export const holds = (box: Box, x: number, y: number): boolean =>
  x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

export function shareWithin(rect: DOMRect, clip: Box): number {
  const width = Math.min(rect.right, clip.right) - Math.max(rect.left, clip.left);
  const height = Math.min(rect.bottom, clip.bottom) - Math.max(rect.top, clip.top);
  return width <= 0 || height <= 0 ? 0 : (width * height) / (rect.width * rect.height);
}

/** A gradient or image that fills its box; one that is shrunk or moved may paint anywhere or nowhere. */
const fillsBox = ({ backgroundImage, backgroundSize, backgroundPosition }: CSSStyleDeclaration): boolean =>
  backgroundImage !== "none" &&
  (backgroundImage.includes("url(") ||
    (/^(?:auto|cover|100% 100%)$/.test(backgroundSize) && /^0% 0%$|^(?:50%|center)/.test(backgroundPosition)));

const gradientColours = (image: string): Colour[] =>
  (image.match(/rgba?\([^()]*\)/g) ?? []).map(parseColour).filter((colour) => colour !== undefined);

/** The background that an element paints; `under` where it is transparent. */
export function paintOf(style: CSSStyleDeclaration, box: () => Box, under: Paint | undefined): Paint | undefined {
  if (style.backgroundClip === "text" || style.visibility !== "visible") return under;
  const colour = parseColour(style.backgroundColor);
  const hasImage = fillsBox(style);
  if (!hasImage && (colour === undefined || colour.alpha === 0)) return under;
  const stops = hasImage && !style.backgroundImage.includes("url(") ? gradientColours(style.backgroundImage) : [];
  const [first] = stops;
  // All of one colour: a background like any other.
  if (first && stops.every((stop) => contrast(over(stop, white), over(first, white)) < leastContrast)) {
    return { box: box(), colour: first, hasImage: false, under };
  }
  return { box: box(), colour: colour ?? { ...white, alpha: 0 }, hasImage, under };
}

/** Whether text that stands around a point differs, or its shadow does, from what is painted there. */
export function isLegible(
  style: CSSStyleDeclaration,
  paint: Paint | undefined,
  opacity: number,
  [x, y]: readonly [number, number],
): boolean {
  const layers: Colour[] = [];
  let behind = white;
  for (let at = paint; at; at = at.under) {
    if (!holds(at.box, x, y)) continue;
    if (at.hasImage) return (parseColour(style.color)?.alpha ?? 1) * opacity >= leastOpacity;
    if (at.colour.alpha === 1) {
      behind = at.colour;
      break;
    }
    layers.push(at.colour);
  }
  for (const layer of layers.toReversed()) behind = over(layer, behind);
  const inks = [style.color, ...(style.textShadow.match(/rgba?\([^()]*\)/g) ?? [])].map(parseColour);
  if (style.backgroundClip === "text") {
    inks.push(...gradientColours(style.backgroundImage), parseColour(style.backgroundColor));
  }
  // What we do not know no message may write: it is the theme's own.
  return inks.some(
    (ink) => !ink || contrast(over({ ...ink, alpha: ink.alpha * opacity }, behind), behind) >= leastContrast,
  );
}
