/**
 * From a message's HTML to markup that neither runs, nor loads, nor navigates, nor paints outside its frame.
 * The one place where DOMPurify is configured. Our own rules stand in its hook, so that they see the very tree that is given out.
 */
import createDOMPurify from "dompurify";
import { allowedAttributes, allowedTags, droppedWithContent } from "./allowed-markup.ts";
import { backgroundsOf, imageOf } from "../css/backgrounds.ts";
import { bodyStyle } from "../css/body-style.ts";
import { darkCounterpart, formatColour, parseColour, type Colour, type DarkRange } from "../css/colours.ts";
import { cleanStyleAttribute, cleanStyleSheet, type SheetContext } from "../css/clean-css.ts";
import type { CssToken } from "../css/tokens.ts";
import { scopedName } from "../css/selectors.ts";
import { type MisleadingLink, misleadingLink, withoutTracking } from "../links/link-targets.ts";
import { textsOfLink } from "../links/link-text.ts";
import { markQuotedTail } from "../text/quoted-tail.ts";
import { markMatches, type TextPart } from "./mark-matches.ts";
import { markQuote } from "./mark-quote.ts";
import { isPixel, moveBackgrounds, insertImages } from "./images.ts";
import { markSurfaces, surfaceStyle } from "../css/surfaces.ts";
import { inertDocument } from "./trusted-html.ts";
import { addressIn, isDataImage, isRemote, remoteResources, wholeAddress } from "./resources.ts";

export interface CleanOptions {
  /** The image of a content id as a `data:` URL; undefined while there is none. */
  imageFor?(contentId: string): string | undefined;
  /** A remote image as a `data:` URL; undefined while it is not to be seen or not there. */
  remoteFor?(url: string): string | undefined;
  /** Whether the image of an address has come and is a pixel or two. */
  isTiny?(url: string): boolean;
  /** Whether the image of a content id or an address is a dark drawing on nothing. */
  isDarkDrawing?(address: string): boolean;
  /** Set on a dark page: messages without a dark style of their own are recoloured into this range. */
  dark?: DarkRange | undefined;
  /** Leaves the message's own colours even on a dark page. */
  keepColours?: boolean;
  /** The address that a mailto: link gets. */
  mailLink?(href: string): string;
  /** The address that a link gets which leads elsewhere than it seems to: one that asks first. */
  askingLink?(href: string): string;
  /** Keeps the addresses of remote images: for markup that goes into a message and is shown nowhere. */
  keepRemote?: boolean;
  /** Leaves the address of each image beside it, in `data-image`: for markup that is measured. */
  marksImages?: boolean;
  /** Splits a text into what matches a search, and is marked, and what does not. */
  partsOf?: ((text: string) => readonly TextPart[]) | undefined;
  /** Words that are marked where they first stand. */
  quote?: string | undefined;
  /** Hears of the selectors of every rule that stays. */
  onSelector?: ((tokens: readonly CssToken[]) => void) | undefined;
}

export interface CleanHtml {
  /** The body element with its attributes. */
  body: string;
  /** The sanitized content of the body, including its style attributes. */
  html: string;
  /** The message's style sheets in one. */
  css: string;
  /** How many different remote images and other resources there are. */
  blocked: number;
  /** Addresses of the remote images that the reader may want to see, in the text and behind it. */
  images: string[];
  /** How many tracking images there are; they are never shown. */
  trackers: number;
  /** Links that lead elsewhere than they seem to, each pair of hosts once. */
  misleading: MisleadingLink[];
  /** How many links these are: some are of one kind. */
  misleadingCount: number;
  /** Whether an earlier message at the end is marked with `data-quote`. */
  hasQuote: boolean;
  /** Whether colours were changed for a dark page. */
  isRecoloured: boolean;
  /** Whether the message itself knows how to look on a dark page. */
  hasDarkStyle: boolean;
  /** Whether it brings a layout of its own, and is more than what someone typed. */
  isDesigned: boolean;
}

interface Context extends SheetContext {
  keepRemote: boolean;
  mailLink: CleanOptions["mailLink"];
  askingLink: CleanOptions["askingLink"];
  misleading: MisleadingLink[];
  /** A background image that is hidden. */
  onTracker(url: string): undefined;
}

/** State of the hook; set during one synchronous call. */
let context: Context | undefined;

/** What only we write: in a message it would be forged. */
const ownMarks = ["quote", "blocked", "leads-to", "image", "own", "adapted", "anchor", "drawing", "match"].map(
  (name) => `data-${name}`,
);
const linkProtocol = /^(?:https?:\/\/|mailto:|tel:)/i;
const longestSheet = 512 * 1024;

/** The id that a fragment means here; "" is the top of the message. */
function anchorOf(fragment: string): string {
  let name = fragment;
  try {
    name = decodeURIComponent(fragment);
  } catch {
    // It stands for itself.
  }
  return name === "" || name.toLowerCase() === "top" ? "" : scopedName(name);
}

function cleanLink(element: Element, { keepRemote, mailLink, askingLink, misleading }: Context): void {
  const href = wholeAddress(addressIn(element.getAttribute("href") ?? ""));
  if (!linkProtocol.test(href)) {
    element.removeAttribute("href");
    // In a frame with our origin's base it would lead to our page (HTML §4.2.3): the page scrolls instead (`anchorsIn`).
    if (href.startsWith("#") && !keepRemote) element.setAttribute("data-anchor", anchorOf(href.slice(1)));
    return;
  }
  const isMail = /^mailto:/i.test(href);
  const target = withoutTracking(href);
  const found = keepRemote ? undefined : misleadingLink(href, ...textsOfLink(element));
  if (found) {
    element.setAttribute("data-leads-to", found.host);
    misleading.push(found);
  }
  const asked = found && !isMail && askingLink ? askingLink(target) : target;
  element.setAttribute("href", isMail && mailLink ? mailLink(href) : asked);
  element.setAttribute("target", "_blank");
  element.setAttribute("rel", "noopener noreferrer");
}

function cleanColour(element: Element, name: string, { recolour, bothColours }: Context): void {
  const value = element.getAttribute(name)?.trim() ?? "";
  const colour = parseColour(value) ?? parseColour(`#${value}`);
  if (!colour) element.removeAttribute(name);
  else {
    element.setAttribute(name, formatColour(recolour ? recolour(colour) : colour));
    if (name !== "color" || !bothColours) return;
    const both = `--own-color:${formatColour(colour)};--adapted-color:${formatColour(bothColours(colour))}`;
    element.setAttribute("style", `${both};${element.getAttribute("style") ?? ""}`);
  }
}

function cleanElement(element: Element, given: Context): void {
  const rules = element.hasAttribute("data-own") ? { ...given, recolour: undefined } : given;
  // "until-found" is shown by looking for words in the page, which the frame would not grow with.
  if (element.hasAttribute("hidden")) element.setAttribute("hidden", "");
  if (element.hasAttribute("style")) {
    const own = isPixel(element) ? { ...rules, backgroundFor: rules.onTracker } : rules;
    const style = cleanStyleAttribute(element.getAttribute("style") ?? "", own);
    if (style) element.setAttribute("style", style);
    else element.removeAttribute("style");
  }
  const classes = element.getAttribute("class");
  if (classes !== null) element.setAttribute("class", classes.trim().split(/\s+/).map(scopedName).join(" "));
  for (const name of ["bgcolor", "color", "text"]) if (element.hasAttribute(name)) cleanColour(element, name, rules);
  const isLink = element.localName === "a" || element.localName === "area";
  if (isLink) cleanLink(element, rules);
  else element.removeAttribute("href");
  const src = element.getAttribute("src") ?? "";
  const isImage = element.localName === "img";
  // Its own images go along with a quote (RFC 2392).
  const isKept = isDataImage(src) || (rules.keepRemote && /^(?:https?|cid):/i.test(src));
  if (!isImage || !isKept) element.removeAttribute("src");
  cleanMapName(element);
  // The frame has no scripts, so the page would not learn that one was opened, and the frame would be too low.
  if (element.localName === "details") element.setAttribute("open", "");
}

/** Image maps: only a <map> has a name, only an image uses one. */
function cleanMapName(element: Element): void {
  const name = element.getAttribute("name");
  const map = element.getAttribute("usemap");
  element.removeAttribute("name");
  element.removeAttribute("usemap");
  if (name && element.localName === "map") element.setAttribute("name", name);
  if (map?.startsWith("#") && element.localName === "img")
    element.setAttribute("usemap", `#${scopedName(map.slice(1))}`);
}

const purifier = createDOMPurify(window);
purifier.setConfig({
  ALLOWED_TAGS: allowedTags,
  ALLOWED_ATTR: allowedAttributes,
  FORBID_CONTENTS: droppedWithContent,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOW_UNKNOWN_PROTOCOLS: false,
  WHOLE_DOCUMENT: true,
  RETURN_DOM: true,
  SANITIZE_DOM: true,
});
// Before DOMPurify leaves out names that a document has itself, as "title" and "links": with ours in front they are others.
purifier.addHook("uponSanitizeAttribute", (element, attribute) => {
  if (!context) return;
  if (attribute.attrName === "id") attribute.attrValue = scopedName(attribute.attrValue.trim());
  if (attribute.attrName === "name" && element.localName === "map")
    attribute.attrValue = scopedName(attribute.attrValue);
});
purifier.addHook("afterSanitizeAttributes", (node) => {
  if (context) cleanElement(node, context);
});

const black: Colour = { red: 0, green: 0, blue: 0, alpha: 1 };
const darkMedia = /@media[^{@]*prefers-color-scheme\s*:\s*dark/i;

/** Whether the message looks after dark pages itself: by a media query, or by `color-scheme`. */
function bringsDarkStyle(page: Document, css: string): boolean {
  const declared = page.querySelector('meta[name="color-scheme" i], meta[name="supported-color-schemes" i]');
  return darkMedia.test(css) || /\bdark\b/i.test(declared?.getAttribute("content") ?? "");
}

/**
 * Cleans a message. Whatever comes in, it does not throw, and the same message gives the same markup.
 * @param message its markup, or what `inertDocument` or `parseWithin` made of it, which is changed
 */
export function cleanHtml(message: string | Document, options: CleanOptions = {}): CleanHtml {
  const page = typeof message === "string" ? inertDocument(message) : message;
  const sheets = Array.from(page.querySelectorAll("style"), (style) => style.textContent ?? "");
  const sheet = (bodyStyle(page.body) + sheets.join("\n")).slice(0, longestSheet);
  const remote = new Set(remoteResources(page));
  for (const name of ownMarks) {
    for (const forged of page.querySelectorAll(`[${name}]`)) forged.removeAttribute(name);
  }
  // The `name` attribute, before there were ids.
  for (const anchor of page.querySelectorAll("a[name]:not([id])")) anchor.id = anchor.getAttribute("name") ?? "";
  const { imageFor, remoteFor, isTiny, isDarkDrawing, marksImages = false } = options;
  const inserted = options.keepRemote
    ? undefined
    : insertImages(page.body, { imageFor, remoteFor, isTiny, isDarkDrawing, marksImages });
  const backgrounds = backgroundsOf(options);
  moveBackgrounds(page.body);
  const hasQuote = !options.keepRemote && markQuotedTail(page.body);
  const hasDarkStyle = bringsDarkStyle(page, sheet);
  const isDesigned = sheets.join("").trim() !== "" || page.querySelector("table") !== null;

  const { dark } = options;
  const isRecoloured = dark !== undefined && !hasDarkStyle && !options.keepColours;
  const recolour = isRecoloured ? (colour: Colour) => darkCounterpart(colour, dark) : undefined;
  const hasSurfaces = recolour !== undefined && markSurfaces(page, sheet, (url) => imageOf(url, options));
  const rules: Context = {
    keepRemote: options.keepRemote ?? false,
    mailLink: options.mailLink,
    askingLink: options.askingLink,
    misleading: [],
    scheme: dark && !options.keepColours ? "dark" : "light",
    recolour,
    bothColours: hasSurfaces ? recolour : undefined,
    onResource: (url) => void (isRemote(url) && remote.add(url.trim())),
    backgroundFor: backgrounds.backgroundFor,
    onTracker: backgrounds.onTracker,
    onSelector: options.onSelector,
  };
  context = rules;
  try {
    const root: Element = purifier.sanitize(page.documentElement.outerHTML) as unknown as Element;
    const body = root.localName === "body" ? root : root.querySelector("body");
    if (body && options.partsOf) markMatches(body, options.partsOf);
    if (body && options.quote !== undefined) markQuote(body, options.quote);
    const css = (hasSurfaces ? surfaceStyle(recolour(black)) : "") + cleanStyleSheet(sheet, rules);
    const markup = { body: body?.outerHTML ?? "<body></body>", html: body?.innerHTML ?? "", css };
    const images = [...new Set([...(inserted?.images ?? []), ...backgrounds.images])];
    const trackers = new Set([...(inserted?.trackers ?? []), ...backgrounds.trackers]).size;
    const misleading = [...new Map(rules.misleading.map((link) => [`${link.named} ${link.host}`, link])).values()];
    const misleadingCount = rules.misleading.length;
    const found = { blocked: remote.size, images, trackers, misleading, misleadingCount };
    return { ...markup, ...found, hasQuote, isRecoloured, hasDarkStyle, isDesigned };
  } finally {
    context = undefined;
  }
}

/** Markup for a message that goes out: clean, without any style sheet, its images still where they were. */
export const cleanForMessage = (markup: string): string => cleanHtml(markup, { keepRemote: true }).html;
