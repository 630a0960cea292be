/** Values of allowed properties, rebuilt from their tokens: what is not understood is not kept. */
import { formatColour, parseColour, type Colour } from "./colours.ts";
import { allowedFunctions, forbiddenUnit } from "./properties.ts";
import type { CssToken } from "./tokens.ts";

export interface CssContext {
  /** Replaces every colour; for dark pages. */
  recolour?: ((colour: Colour) => Colour) | undefined;
  /** Set where some elements keep their colours: each colour of words is said in both ways, for what inherits it. */
  bothColours?: ((colour: Colour) => Colour) | undefined;
  /** Hears of every address that the style would have loaded. */
  onResource(url: string): void;
  /** The image of an address as a `data:` URL, where a background may show it; undefined: the background goes without. */
  backgroundFor?(url: string): string | undefined;
}

const takesImages = /^background(?:-image)?$/;

/** Nothing but octets of an image: no quote, no bracket, no escape could stand in it. */
const isDataImageUrl = (url: string): boolean => /^data:image\/[a-z\d.+-]+;base64,[a-z\d+/=]+$/i.test(url);

/** The address of url(…) at `at`, and its last token; undefined where it is none or never ends. */
function urlAt(tokens: readonly CssToken[], at: number): { url: string; end: number } | undefined {
  const token = tokens[at]!;
  if (token.type === "url") return { url: token.value, end: at };
  if (token.type !== "function" || token.value !== "url") return undefined;
  const end = closing(tokens, at);
  const inner = tokens.slice(at + 1, end).find(({ type }) => type === "string");
  return end === -1 ? undefined : { url: inner?.type === "string" ? inner.value : "", end };
}

/** Functions in functions; each level is read once more for the one around it. */
const deepest = 16;

const takesColours = /color|background|border|outline|shadow|decoration/;

/** The index of the ")" that closes the function at `open`; -1 where there is none. */
function closing(tokens: readonly CssToken[], open: number): number {
  for (let depth = 0, at = open; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (token.type === "function" || (token.type === "delim" && token.value === "(")) depth++;
    else if (token.type === "delim" && token.value === ")" && --depth === 0) return at;
  }
  return -1;
}

function plain(token: CssToken): string | undefined {
  switch (token.type) {
    case "space":
      return " ";
    case "number":
      return forbiddenUnit.test(token.unit) || !/^(?:%|[a-z]*)$/.test(token.unit)
        ? undefined
        : token.value + token.unit;
    case "ident":
      // Escapes are decoded: a word of digits would be read as a number.
      return /^-?[a-z_\u0080-\u{10ffff}][\w\u0080-\u{10ffff}-]*$/iu.test(token.value) ? token.value : undefined;
    case "hash":
      return /^[\da-f]{3,8}$/i.test(token.value) ? `#${token.value}` : undefined;
    case "string":
      // Font names and quotation marks; what could end the string or the style element is left out.
      return `"${token.value.replace(/["\\<>\n\p{Cc}]/gu, "")}"`;
    case "delim":
      return /^[,/+*()-]$/.test(token.value) ? token.value : undefined;
    default:
      return undefined;
  }
}

const isSign = (token: CssToken | undefined, signs: string): boolean =>
  token?.type === "delim" && signs.includes(token.value);

/** The end of a function. */
const bracket: CssToken = { type: "delim", value: ")" };

/** The separator between two tokens: adjacent ones could merge. undefined: never valid in this order. */
function between(before: CssToken | undefined, token: CssToken): "" | " " | undefined {
  if (isSign(before, "/") && isSign(token, "*")) return undefined;
  const mayGoOn = before !== undefined && !["space", "delim", "url", "function"].includes(before.type);
  const goesOn = isSign(token, "-") || !["space", "delim", "url"].includes(token.type);
  return goesOn && (mayGoOn || isSign(before, "+-")) ? " " : "";
}

function reportResources(tokens: readonly CssToken[], context: CssContext): void {
  tokens.forEach((token, index) => {
    if (token.type === "url") context.onResource(token.value);
    if (token.type !== "function" || !/^(?:url|src|(?:-webkit-)?image-set|image)$/.test(token.value)) return;
    const first = tokens.slice(index + 1, index + 3).find(({ type }) => type === "string");
    if (first?.type === "string") context.onResource(first.value);
  });
}

/**
 * The value as it may stand in a message, without `!important`.
 * undefined where it holds anything that is not on the list: url(), var(), attr(), expression(), …
 */
export function cleanValue(
  property: string,
  tokens: readonly CssToken[],
  context: CssContext,
  depth = 0,
): string | undefined {
  if (depth > deepest) return undefined;
  const isArgument = depth > 0;
  if (!isArgument) reportResources(tokens, context);
  const colours = takesColours.test(property);
  let value = "";
  let hasGap = false;
  /** The last token written: an omitted image separates nothing. */
  let last: CssToken | undefined;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    // Two of them with a comment between.
    if (token.type === "space" && last?.type === "space") continue;
    const gap = between(last, token);
    if (gap === undefined) return undefined;
    value += gap;
    const image = !isArgument && takesImages.test(property) ? urlAt(tokens, at) : undefined;
    if (image) {
      // Never the address itself: the image, or nothing.
      const data = context.backgroundFor?.(image.url) ?? "";
      if (isDataImageUrl(data)) {
        value += `url("${data}")`;
        last = bracket;
      } else hasGap = true;
      at = image.end;
    } else if (token.type === "function") {
      if (!allowedFunctions.has(token.value)) return undefined;
      const end = closing(tokens, at);
      if (end === -1) return undefined;
      const inner = cleanValue(property, tokens.slice(at + 1, end), context, depth + 1);
      if (inner === undefined) return undefined;
      const call = `${token.value}(${inner})`;
      value += (colours && recoloured(call, context)) || call;
      last = bracket;
      at = end;
    } else {
      const text = plain(token);
      // Brackets that belong to no function are for calc() only.
      if (text === undefined || (!isArgument && /^[()]$/.test(text))) return undefined;
      value += (colours && (token.type === "hash" || token.type === "ident") && recoloured(text, context)) || text;
      last = token;
    }
  }
  // A colour beside an image that is not there stays, and so do other layers.
  const trimmed = (hasGap ? value.replace(/,(?:\s*,)+/g, ",").replace(/^[\s,]+|[\s,]+$/g, "") : value).trim();
  // Negative margins pull a message's parts over their neighbours.
  if (property.startsWith("margin") && /-|calc|min|max|clamp/.test(trimmed)) return undefined;
  return trimmed === "" ? undefined : trimmed;
}

function recoloured(text: string, { recolour }: CssContext): string | undefined {
  const colour = recolour && parseColour(text);
  return colour && formatColour(recolour(colour));
}
