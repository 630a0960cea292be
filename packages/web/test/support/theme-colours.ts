/** The themes' pages as they are written, and what a browser would make of them: var(), color-mix(), transparency, contrast. */
import { type Colour, parseColour } from "../../src/message-html/css/colours.ts";

export type Tokens = Readonly<Record<string, string>>;

const files = import.meta.glob<string>("../../src/themes/*.css", { query: "?raw", import: "default", eager: true });
const nameOf = (file: string): string => /(\w+)\.css$/.exec(file)?.[1] ?? "";

export function tokensOf(css: string): Tokens {
  return Object.fromEntries(
    [...css.matchAll(/^\s*--([\w-]+):\s*([^;]+);/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
}

const sheets = Object.fromEntries(Object.entries(files).map(([file, css]) => [nameOf(file), css]));
/** The text of each theme's page. */
export const sources: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(sheets).filter(([name]) => name !== "derived"),
);
/** Each theme's own tokens, without what follows from them. */
export const pages: Readonly<Record<string, Tokens>> = Object.fromEntries(
  Object.entries(sources).map(([name, css]) => [name, tokensOf(css)]),
);

const [frameRule = "", everywhereRule = ""] = (sheets["derived"] ?? "").split("[data-theme],");
export const derived = tokensOf(everywhereRule);

/** What var() sees on the page, or in the frame. */
export function environment(page: Tokens, where: "page" | "frame"): Tokens {
  return { ...page, ...derived, ...(where === "frame" ? tokensOf(frameRule) : {}) };
}

function splitArguments(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const char of text) {
    if (char === "(") depth++;
    if (char === ")") depth--;
    if (char === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim());
}

const transparent: Colour = { red: 0, green: 0, blue: 0, alpha: 0 };

/** CSS Color 5 §3: mixed with premultiplied alpha. */
function mix(first: Colour, share: number, second: Colour): Colour {
  const alpha = first.alpha * share + second.alpha * (1 - share);
  const channel = (key: "red" | "green" | "blue"): number =>
    alpha === 0 ? 0 : (first[key] * first.alpha * share + second[key] * second.alpha * (1 - share)) / alpha;
  return { red: channel("red"), green: channel("green"), blue: channel("blue"), alpha };
}

/** A token's name or a CSS colour → the colour. @throws where it is neither */
export function colour(tokens: Tokens, value: string): Colour {
  const token = tokens[value];
  if (token !== undefined) {
    // In the frame a name may stand for the one it replaces: --accent is --accent-global there.
    return colour(tokens, token);
  }
  const reference = /^var\(--([\w-]+)\)$/.exec(value);
  if (reference) return colour(tokens, reference[1]!);
  if (value === "transparent") return transparent;
  const mixture = /^color-mix\(in srgb,(.*)\)$/s.exec(value);
  if (mixture) {
    const [first = "", second = ""] = splitArguments(mixture[1]!);
    const [, name = "", share = ""] = /^(.+?)\s+([\d.]+%|var\(--[\w-]+\))$/s.exec(first) ?? [];
    const percent = share.startsWith("var") ? tokens[share.slice(6, -1)] : share;
    return mix(colour(tokens, name), Number.parseFloat(percent ?? "") / 100, colour(tokens, second));
  }
  const parsed = parseColour(value);
  if (!parsed) throw new Error(`Not a colour: ${value}`);
  return parsed;
}

export const over = (top: Colour, below: Colour): Colour =>
  mix({ ...top, alpha: 1 }, top.alpha, { ...below, alpha: 1 });

/** "hovered-popup on popup" → the opaque colour that one sees. */
export function ground(tokens: Tokens, layers: string): Colour {
  return layers
    .split(" on ")
    .toReversed()
    .map((name) => colour(tokens, name))
    .reduce((below, above) => over(above, below));
}

/** WCAG 2.2: relative luminance. */
export function luminance({ red, green, blue }: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((c) =>
    c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2.2: 1 to 21. A transparent `text` is seen on its ground first. */
export function contrast(text: Colour, below: Colour): number {
  const [dark = 0, light = 0] = [luminance(over(text, below)), luminance(below)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
