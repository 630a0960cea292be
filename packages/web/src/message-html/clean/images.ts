/** Images of a message: its own are put in, the others are replaced by their alt texts. */
import { contentIdOf, isDataImage, remoteUrl } from "./resources.ts";

const lengthOf = (image: Element, side: "width" | "height"): string | undefined =>
  /^\s*(\d{1,4}(?:\.\d+)?%?)(?:px)?\s*$/.exec(image.getAttribute(side) ?? "")?.[1];

const tinyStyle =
  /(?:^|;)\s*(?:(?:max-)?(?:width|height)\s*:\s*[0-2](?:px)?|display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0)\s*(?:!\s*important\s*)?(?:;|$)/i;

/** Hidden images are trackers. */
export const isPixel = (image: Element): boolean =>
  ["0", "1", "2"].some((size) => [lengthOf(image, "width"), lengthOf(image, "height")].includes(size)) ||
  tinyStyle.test(image.getAttribute("style") ?? "");

/** A stretched pixel is a spacer. */
const hasSize = (image: Element): boolean =>
  image.hasAttribute("width") ||
  image.hasAttribute("height") ||
  /(?:^|[;\s])(?:width|height)\s*:/i.test(image.getAttribute("style") ?? "");

/** The first of its own set, or of the sets of the <image> around it: one size is enough. */
function firstOfSet(image: Element): string {
  const sources = image.parentElement?.localName === "picture" ? image.parentElement.querySelectorAll("source") : [];
  const sets = [image, ...sources].map((element) => element.getAttribute("srcset")?.trim() ?? "");
  return sets.find((set) => set !== "")?.split(/[\s,]+/)[0] ?? "";
}

const inPx = (length: string): string => (length.endsWith("%") ? length : `${length}px`);

/** Chromium draws a torn image for an <img> that has words and nothing to show; a <span> shows them instead. */
function standIn(image: Element): Element {
  const words = image.ownerDocument.createElement("span");
  words.textContent = image.getAttribute("alt");
  for (const name of ["class", "id", "title", "data-image"]) {
    const value = image.getAttribute(name);
    if (value !== null) words.setAttribute(name, value);
  }
  const [width, height] = [lengthOf(image, "width"), lengthOf(image, "height")];
  const size = [width && `width:${inPx(width)}`, height && `height:${inPx(height)}`].filter(Boolean).join(";");
  words.setAttribute("style", `${size};${image.getAttribute("style") ?? ""}`);
  words.setAttribute("data-blocked", "");
  return words;
}

export interface ImageSources {
  /** The image of a content id as a `data:` URL. */
  imageFor?: ((contentId: string) => string | undefined) | undefined;
  /** The image of an address as a `data:` URL, where the reader wants to see it and it is there. */
  remoteFor?: ((url: string) => string | undefined) | undefined;
  /** Whether the image of an address has come and is a pixel or two. */
  isTiny?: ((url: string) => boolean) | undefined;
  /** Whether the image of a content id or an address is a dark drawing on nothing. */
  isDarkDrawing?: ((address: string) => boolean) | undefined;
  /** Leaves the address of each in `data-image`. */
  marksImages?: boolean;
}

export interface RemoteImages {
  /** Addresses of images that stand in the text, each once. */
  images: Set<string>;
  /** URLs of hidden images: these are never loaded. */
  trackers: Set<string>;
}

/** As a CSS string: whatever is unusual becomes a hexadecimal escape. */
const quoted = (text: string): string =>
  `"${text.replace(/["\\\p{Cc}]/gu, (char) => `\\${char.codePointAt(0)!.toString(16)} `)}"`;

/** Old templates' attribute becomes a style, so that the style rules alone decide about it. */
export function moveBackgrounds(body: Element): void {
  for (const element of [body, ...body.querySelectorAll("[background]")]) {
    const url = element.getAttribute("background")?.trim();
    element.removeAttribute("background");
    if (!url) continue;
    element.setAttribute("style", `background-image:url(${quoted(url)});${element.getAttribute("style") ?? ""}`);
  }
}

/** Puts in the images that there are, and words or nothing for the others. */
export function insertImages(
  body: Element,
  { imageFor, remoteFor, isTiny, isDarkDrawing, marksImages }: ImageSources,
): RemoteImages {
  const remote: RemoteImages = { images: new Set(), trackers: new Set() };
  for (const image of body.querySelectorAll("img")) {
    const src = image.getAttribute("src") ?? "";
    const contentId = contentIdOf(src);
    const url = remoteUrl(src) ?? remoteUrl(firstOfSet(image));
    const isHidden = isPixel(image) || (url !== undefined && isTiny?.(url) === true && !hasSize(image));
    const isTracker = url !== undefined && isHidden;
    if (url !== undefined) (isTracker ? remote.trackers : remote.images).add(url);
    const own = contentId !== undefined ? imageFor?.(contentId) : url === undefined ? src.trim() : remoteFor?.(url);
    const address = url ?? (contentId === undefined ? undefined : src.trim());
    if (marksImages && address !== undefined) image.setAttribute("data-image", address);
    if (own !== undefined && isDataImage(own) && !isTracker) {
      image.setAttribute("src", own);
      if (isDarkDrawing?.(contentId ?? url ?? "")) image.setAttribute("data-drawing", "");
    }
    // Leaves no hole.
    else if (isHidden) image.remove();
    else image.replaceWith(standIn(image));
  }
  return remote;
}
