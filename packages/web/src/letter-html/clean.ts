/**
 * From a letter's HTML to markup that neither runs, nor loads, nor navigates, nor paints outside its frame.
 * The one place where DOMPurify is configured. Our own rules stand in its hook, so that they see the very tree that is given out.
 */
import createDOMPurify from "dompurify";
import { allowedAttributes, allowedTags, droppedWithContent } from "./allowed-markup.ts";
import { darkCounterpart, formatColour, lightnessOf, parseColour, type Colour, type DarkRange } from "./colours.ts";
import { cleanStyleAttribute, cleanStyleSheet, type SheetContext } from "./css-clean.ts";
import { scopedName } from "./css-selectors.ts";
import { unexpectedHost, withoutTracking } from "./link-targets.ts";
import { markQuotedTail } from "./quoted-tail.ts";
import { isPixel, moveBackgrounds, placePictures } from "./pictures.ts";
import { inertDocument } from "./trusted-html.ts";
import { contentIdOf, isDataImage, isRemote, remoteResources, remoteUrl } from "./resources.ts";

export interface CleanOptions {
  /** The picture of a content id as a `data:` URL; undefined while there is none. */
  imageFor?(contentId: string): string | undefined;
  /** A remote picture as a `data:` URL; undefined while it is not to be seen or not there. */
  remoteFor?(url: string): string | undefined;
  /** Set on a dark page: letters without a dark style of their own are recoloured into this range. */
  dark?: DarkRange | undefined;
  /** Leaves the letter's own colours even on a dark page. */
  keepColours?: boolean;
  /** The address that a mailto: link gets. */
  mailLink?(href: string): string;
  /** Keeps the addresses of remote pictures: for markup that goes into a message and is shown nowhere. */
  keepRemote?: boolean;
}

export interface CleanLetter {
  /** The body element with its attributes. */
  body: string;
  /** What stands within the body; its style attributes are clean too. */
  html: string;
  /** The letter's style sheets in one. */
  css: string;
  /** How many different remote pictures and other resources there are. */
  blocked: number;
  /** Addresses of the remote pictures that the reader may want to see, in the text and behind it. */
  pictures: string[];
  /** How many pictures there are that only tell who reads; they are never shown. */
  trackers: number;
  /** Whether an earlier letter at the end is marked with `data-quote`. */
  hasQuote: boolean;
  /** Whether colours were changed for a dark page. */
  isRecoloured: boolean;
  /** Whether the letter itself knows how to look on a dark page. */
  hasDarkStyle: boolean;
}

interface Context extends SheetContext {
  keepRemote: boolean;
  mailLink: CleanOptions["mailLink"];
  /** What a background asks for that nobody is to see. */
  onTracker(url: string): undefined;
}

/** What the hook works with; set for the time of one synchronous call. */
let context: Context | undefined;

/** Octets of backgrounds in one letter: the same picture may stand in a thousand rules. */
const mostBackground = 20_000_000;

interface Backgrounds {
  pictures: Set<string>;
  trackers: Set<string>;
  backgroundFor(url: string): string | undefined;
  onTracker(url: string): undefined;
}

/** Pictures that styles put behind the text. Of those that the reader may see, what is there is shown. */
function backgroundsOf({ imageFor, remoteFor, keepRemote }: CleanOptions): Backgrounds {
  const [pictures, trackers] = [new Set<string>(), new Set<string>()];
  let left = mostBackground;
  return {
    pictures,
    trackers,
    backgroundFor(address) {
      const url = remoteUrl(address);
      const contentId = contentIdOf(address);
      if (url !== undefined) pictures.add(url);
      if (keepRemote) return undefined;
      const data = url !== undefined ? remoteFor?.(url) : contentId !== undefined ? imageFor?.(contentId) : undefined;
      if (data === undefined || !isDataImage(data)) return undefined;
      left -= data.length;
      return left < 0 ? undefined : data.trim();
    },
    onTracker(address) {
      const url = remoteUrl(address);
      if (url !== undefined) trackers.add(url);
    },
  };
}

const linkProtocol = /^(?:https?:\/\/|mailto:|tel:)/i;
const longestSheet = 512 * 1024;

function cleanLink(element: Element, { keepRemote, mailLink }: Context): void {
  // As the URL parser reads it: no control characters, no spaces around (WHATWG URL §4.4).
  const href = (element.getAttribute("href") ?? "").replace(/[\t\n\r]|^[\p{Cc} ]+|[\p{Cc} ]+$/gu, "");
  if (!linkProtocol.test(href)) {
    element.removeAttribute("href");
    return;
  }
  const isMail = /^mailto:/i.test(href);
  element.setAttribute("href", isMail && mailLink ? mailLink(href) : withoutTracking(href));
  const host = unexpectedHost(href, element.textContent ?? "");
  if (host !== undefined && !keepRemote) element.setAttribute("data-leads-to", host);
  element.setAttribute("target", "_blank");
  element.setAttribute("rel", "noopener noreferrer");
}

function cleanColour(element: Element, name: string, { recolour }: Context): void {
  const value = element.getAttribute(name)?.trim() ?? "";
  const colour = parseColour(value) ?? parseColour(`#${value}`);
  if (!colour) element.removeAttribute(name);
  else element.setAttribute(name, formatColour(recolour ? recolour(colour) : colour));
}

function cleanElement(element: Element, rules: Context): void {
  if (element.hasAttribute("style")) {
    const own = isPixel(element) ? { ...rules, backgroundFor: rules.onTracker } : rules;
    const style = cleanStyleAttribute(element.getAttribute("style") ?? "", own);
    if (style) element.setAttribute("style", style);
    else element.removeAttribute("style");
  }
  for (const name of ["class", "id"]) {
    const value = element.getAttribute(name);
    if (value !== null) element.setAttribute(name, value.trim().split(/\s+/).map(scopedName).join(" "));
  }
  for (const name of ["bgcolor", "color", "text"]) if (element.hasAttribute(name)) cleanColour(element, name, rules);
  const isLink = element.localName === "a" || element.localName === "area";
  if (isLink) cleanLink(element, rules);
  else element.removeAttribute("href");
  const src = element.getAttribute("src") ?? "";
  const isImage = element.localName === "img";
  // Its own pictures go along with a quote (RFC 2392).
  const isKept = isDataImage(src) || (rules.keepRemote && /^(?:https?|cid):/i.test(src));
  if (!isImage || !isKept) element.removeAttribute("src");
  cleanMapName(element);
  // Nobody hears of it when one is opened in the letter's frame, which would then be too low for what it shows.
  if (element.localName === "details") element.setAttribute("open", "");
}

/** Image maps: only a <map> has a name, only a picture uses one. */
function cleanMapName(element: Element): void {
  const name = element.getAttribute("name");
  const map = element.getAttribute("usemap");
  element.removeAttribute("name");
  element.removeAttribute("usemap");
  if (name && element.localName === "map") element.setAttribute("name", scopedName(name));
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
purifier.addHook("afterSanitizeAttributes", (node) => {
  if (context) cleanElement(node, context);
});

const darkMedia = /@media[^{]*prefers-color-scheme\s*:\s*dark/i;

/** Whether the letter looks after dark pages itself: by a media query, by `color-scheme`, or because it is dark by design. */
function bringsDarkStyle(page: Document, css: string): boolean {
  const declared = page.querySelector('meta[name="color-scheme" i], meta[name="supported-color-schemes" i]');
  if (darkMedia.test(css) || /\bdark\b/i.test(declared?.getAttribute("content") ?? "")) return true;
  const { body } = page;
  const style = /background(?:-color)?\s*:\s*([^;!]+)/i.exec(body.getAttribute("style") ?? "")?.[1];
  const background = parseColour(style ?? body.getAttribute("bgcolor") ?? "");
  return background !== undefined && background.alpha === 1 && lightnessOf(background) < 0.4;
}

/** Cleans a letter. Whatever comes in, it does not throw, and the same letter gives the same markup. */
export function cleanLetter(letter: string, options: CleanOptions = {}): CleanLetter {
  const page = inertDocument(letter);
  const sheets = Array.from(page.querySelectorAll("style"), (style) => style.textContent ?? "");
  const sheet = sheets.join("\n").slice(0, longestSheet);
  const remote = new Set(remoteResources(page));
  for (const name of ["data-quote", "data-blocked", "data-leads-to"]) {
    for (const forged of page.querySelectorAll(`[${name}]`)) forged.removeAttribute(name);
  }
  const { imageFor, remoteFor } = options;
  const placed = options.keepRemote ? undefined : placePictures(page.body, { imageFor, remoteFor });
  const backgrounds = backgroundsOf(options);
  moveBackgrounds(page.body);
  const hasQuote = markQuotedTail(page.body);
  const hasDarkStyle = bringsDarkStyle(page, sheet);

  const { dark } = options;
  const isRecoloured = dark !== undefined && !hasDarkStyle && !options.keepColours;
  const rules: Context = {
    keepRemote: options.keepRemote ?? false,
    mailLink: options.mailLink,
    scheme: dark && !options.keepColours ? "dark" : "light",
    recolour: isRecoloured ? (colour: Colour) => darkCounterpart(colour, dark) : undefined,
    onResource: (url) => void (isRemote(url) && remote.add(url.trim())),
    backgroundFor: backgrounds.backgroundFor,
    onTracker: backgrounds.onTracker,
  };
  context = rules;
  try {
    const root: Element = purifier.sanitize(page.documentElement.outerHTML) as unknown as Element;
    const body = root.localName === "body" ? root : root.querySelector("body");
    const css = cleanStyleSheet(sheet, rules);
    const markup = { body: body?.outerHTML ?? "<body></body>", html: body?.innerHTML ?? "", css };
    const pictures = [...new Set([...(placed?.pictures ?? []), ...backgrounds.pictures])];
    const trackers = new Set([...(placed?.trackers ?? []), ...backgrounds.trackers]).size;
    return { ...markup, blocked: remote.size, pictures, trackers, hasQuote, isRecoloured, hasDarkStyle };
  } finally {
    context = undefined;
  }
}

/** The letter as it may be quoted in an answer or sent on: clean, with its style sheet, its pictures still where they were. */
export function cleanForQuote(letter: string): string {
  const { html, css } = cleanLetter(letter, { keepRemote: true });
  return css ? `<style>${css}</style>${html}` : html;
}
