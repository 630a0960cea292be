/** Colours as messages write them, and their counterparts for a dark page. */
import { namedColours } from "./named-colours.ts";

/** sRGB, each from 0 to 1. */
export interface Colour {
  red: number;
  green: number;
  blue: number;
  alpha: number;
}

function fromHex(hex: string): Colour | undefined {
  if (!/^(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(hex)) return undefined;
  const digits = hex.length < 6 ? hex.replace(/./g, "$&$&") : hex;
  const [red = 0, green = 0, blue = 0, alpha = 255] = (digits.match(/../g) ?? []).map((pair) =>
    Number.parseInt(pair, 16),
  );
  return { red: red / 255, green: green / 255, blue: blue / 255, alpha: alpha / 255 };
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

function fromHsl(hue: number, saturation: number, lightness: number, alpha: number): Colour {
  const channel = (n: number): number => {
    const k = (n + (((hue % 360) + 360) % 360) / 30) % 12;
    return lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  };
  return { red: channel(0), green: channel(8), blue: channel(4), alpha };
}

const share = (part: string, whole: number): number =>
  clamp(part.endsWith("%") ? Number.parseFloat(part) / 100 : Number.parseFloat(part) / whole);

function fromFunction(name: string, args: string): Colour | undefined {
  const parts = args.split(/[\s,/]+/).filter(Boolean);
  if (parts.length < 3 || parts.length > 4 || !parts.every((part) => /^[+-]?[\d.]+(?:%|deg)?$/.test(part)))
    return undefined;
  const [a = "", b = "", c = "", d = "1"] = parts;
  return name.startsWith("rgb")
    ? { red: share(a, 255), green: share(b, 255), blue: share(c, 255), alpha: share(d, 1) }
    : fromHsl(Number.parseFloat(a), share(b, 100), share(c, 100), share(d, 1));
}

/** "#fff", "teal", "rgb(0 0 0 / 50%)", "hsl(…)" → the colour; undefined for everything else, `transparent` and `currentcolor` too. */
export function parseColour(text: string): Colour | undefined {
  const value = text.trim().toLowerCase();
  if (value.startsWith("#")) return fromHex(value.slice(1));
  const call = /^(rgba?|hsla?)\(([^()]*)\)$/.exec(value);
  if (call) return fromFunction(call[1]!, call[2]!);
  const named = namedColours.get(value);
  return named ? fromHex(named) : undefined;
}

const hex = (value: number): string =>
  Math.round(clamp(value) * 255)
    .toString(16)
    .padStart(2, "0");

/** "#rrggbb", with two digits more where it is not opaque. */
export function formatColour({ red, green, blue, alpha }: Colour): string {
  return `#${hex(red)}${hex(green)}${hex(blue)}${alpha < 1 ? hex(alpha) : ""}`;
}

const toLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const fromLinear = (value: number): number => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

/** Lightness and the two colour axes of OKLab: equal steps look equal, and the hue stays when the lightness turns round. */
export function toOklab({ red, green, blue }: Colour): [lightness: number, a: number, b: number] {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

export function fromOklab(lightness: number, a: number, b: number): [red: number, green: number, blue: number] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** How light a colour looks, 0 to 1. */
export const lightnessOf = (colour: Colour): number => toOklab(colour)[0];

/** The lightness that white and black take on a dark page. */
export interface DarkRange {
  white: number;
  black: number;
  /** The page's own tone on OKLab's colour axes: paper takes it on, ink does not. */
  tint?: readonly [a: number, b: number];
}

/**
 * The counterpart of a colour on a dark page: lightness turned round, hue kept.
 * The curve keeps grey text legible and pale panels apart from the page.
 */
export function darkCounterpart(colour: Colour, { white, black, tint = [0, 0] }: DarkRange): Colour {
  const [lightness, ownA, ownB] = toOklab(colour);
  const [a, b] = [ownA + tint[0] * lightness ** 3, ownB + tint[1] * lightness ** 3];
  const turned = white + (black - white) * clamp(1 - lightness) ** 0.7;
  // Less and less chroma, until the screen can show it at this lightness.
  for (let kept = 1; ; kept -= 0.1) {
    const [red, green, blue] = fromOklab(turned, a * kept, b * kept);
    const fits = [red, green, blue].every((channel) => channel >= -0.001 && channel <= 1.001);
    if (fits || kept <= 0) return { red: clamp(red), green: clamp(green), blue: clamp(blue), alpha: colour.alpha };
  }
}
