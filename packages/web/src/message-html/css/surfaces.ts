/**
 * Which parts of a message keep their colours on a dark page. What was written over a photograph, or over a colour that is
 * dark by itself, is legible as it is, and would not be with its colours turned round; what was written on something light
 * is turned round, within such a part too.
 */
import { type Colour, formatColour, lightnessOf, parseColour } from "./colours.ts";
import { declarationsOf, rulesOf } from "./rules.ts";
import { cleanSelector } from "./selectors.ts";
import { tokenize, type CssToken } from "./tokens.ts";
import { cleanValue } from "./values.ts";

/** "own" keeps its colours, "adapted" gets the page's. */
type Surface = "own" | "adapted";

/** In OKLab, 0 to 1. Light words stand on what is darker. */
const lightest = 0.7;

const colour = /#[\da-f]{3,8}\b|(?:rgb|hsl)a?\([^()]*\)|[a-z]+/gi;

/** The background of an element; undefined where it is transparent. */
function surfaceOf(
  block: readonly CssToken[],
  backgroundFor: (url: string) => string | undefined,
): Surface | undefined {
  let surface: Surface | undefined;
  for (const { property, value } of declarationsOf(block)) {
    if (!/^background(?:-color|-image)?$/.test(property)) continue;
    const text = cleanValue(property, value, { backgroundFor, onResource: () => undefined }) ?? "";
    if (text.includes('url("data:')) return "own";
    const shades = (text.match(colour) ?? []).map(parseColour).filter((each) => each !== undefined && each.alpha > 0.9);
    if (shades.length === 0) continue;
    const sum = shades.reduce((all, each) => all + lightnessOf(each!), 0);
    surface = sum / shades.length < lightest ? "own" : "adapted";
  }
  return surface;
}

const combinator = /^[>+~]$/;
/** Found by looking at each element once, however the message is made. */
const isSimple = (prelude: readonly CssToken[]): boolean =>
  prelude.length < 200 &&
  prelude.every(({ type }) => type !== "function") &&
  !prelude.some((token) => token.type === "delim" && combinator.test(token.value));

/** Surfaces of single elements: attributes first, then rules, then styles of their own. */
function surfacesIn(
  page: Document,
  css: string,
  backgroundFor: (url: string) => string | undefined,
): Map<Element, Surface> {
  const surfaces = new Map<Element, Surface>();
  const note = (element: Element, surface: Surface | undefined): void => {
    if (surface) surfaces.set(element, surface);
  };
  for (const element of page.querySelectorAll("[bgcolor]")) {
    const value = element.getAttribute("bgcolor")?.trim() ?? "";
    const shade = parseColour(value) ?? parseColour(`#${value}`);
    if (shade) note(element, lightnessOf(shade) < lightest ? "own" : "adapted");
  }
  for (const { prelude, block } of rulesOf(tokenize(css))) {
    const surface = isSimple(prelude) ? surfaceOf(block, backgroundFor) : undefined;
    const selector = surface && cleanSelector(prelude, (name) => name);
    if (!selector) continue;
    try {
      for (const element of page.querySelectorAll(selector)) note(element, surface);
    } catch {
      // No selector that the browser knows: the rule does nothing.
    }
  }
  for (const element of page.querySelectorAll('[style*="background" i]')) {
    note(element, surfaceOf(tokenize(element.getAttribute("style") ?? ""), backgroundFor));
  }
  return surfaces;
}

/**
 * Marks every element that keeps its colours with `data-own` ("start" where that begins), and with `data-adapted` where
 * such a part ends within. @returns whether there is any
 */
export function markSurfaces(page: Document, css: string, backgroundFor: (url: string) => string | undefined): boolean {
  const surfaces = surfacesIn(page, css, backgroundFor);
  if (![...surfaces.values()].includes("own")) return false;
  const own = new Set<Node>();
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_ELEMENT);
  for (let node: Node | null = page.body; node; node = walker.nextNode()) {
    const element = node as Element;
    const isWithin = own.has(node.parentNode!);
    const surface = surfaces.get(element) ?? (isWithin ? "own" : "adapted");
    if (surface === "own") {
      own.add(node);
      element.setAttribute("data-own", isWithin ? "" : "start");
    } else if (isWithin) element.setAttribute("data-adapted", "");
  }
  return true;
}

/**
 * Words without a colour of their own have the one around them, turned round or not. Anything that the message says itself
 * comes before it.
 * @param ink what black becomes
 */
export const surfaceStyle = (ink: Colour): string =>
  `:where([data-own=start]){color:var(--own-color,black)}` +
  `:where([data-adapted]){color:var(--adapted-color,${formatColour(ink)})}`;
