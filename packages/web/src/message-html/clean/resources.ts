/** Remote resources of a message. None is loaded from the reader's browser; they are counted, so that the reader knows. */

/** An attribute's address as the URL parser reads it: no line ends in it, no control characters or spaces around (WHATWG URL §4.4). */
export function addressIn(value: string): string {
  const address = value.replace(/[\t\n\r]/g, "");
  const isAround = (at: number): boolean => /[\p{Cc} ]/u.test(address.charAt(at));
  let [start, end] = [0, address.length];
  while (start < end && isAround(start)) start++;
  // Not by a regular expression: one that looks for an end tries each run of spaces on its way.
  while (end > start && isAround(end - 1)) end--;
  return address.slice(start, end);
}

/** An address that leads to a server; `data:` and `cid:` do not. */
export const isRemote = (url: string): boolean => /^\s*(?:https?|ftp):|^\s*[/\\]{2}/i.test(url);

/**
 * As browsers read an address: with a scheme and one slash, or none, it still begins with its host (WHATWG URL §4.4); with
 * two slashes, or two that lean the other way, it lacks its scheme. All others are given as they are.
 */
export function wholeAddress(address: string): string {
  if (/^[/\\]{2}/.test(address)) return URL.parse(`https:${address}`)?.href ?? address;
  return /^https?:(?!\/\/)/i.test(address) ? (URL.parse(address)?.href ?? address) : address;
}

/** The http(s) address that an attribute leads to, whole; undefined where it leads to no server. */
export function remoteUrl(value: string): string | undefined {
  const url = isRemote(value) ? URL.parse(wholeAddress(addressIn(value))) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** An image that the message itself holds, in a format that cannot hold markup. */
export const isDataImage = (url: string): boolean =>
  /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)[;,]/i.test(url.trim());

/** The content id that a `cid:` address names (RFC 2392): decoded, without angle brackets. */
export function contentIdOf(url: string): string | undefined {
  const id = /^\s*cid:(.+)$/is.exec(url)?.[1]?.trim();
  if (!id) return undefined;
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

const loads = ["src", "srcset", "poster", "background", "lowsrc", "dynsrc"];

/** Remote addresses in attributes that load images, sound or video. */
export function remoteResources(root: ParentNode): string[] {
  const found: string[] = [];
  for (const name of loads) {
    for (const element of root.querySelectorAll(`[${name}]:not(script, iframe, frame, embed)`)) {
      const value = element.getAttribute(name) ?? "";
      const urls = name === "srcset" ? value.split(",").map((part) => part.trim().split(/\s+/)[0] ?? "") : [value];
      found.push(...urls.filter(isRemote).map((url) => url.trim()));
    }
  }
  // Images within SVG: it goes whole, and they are counted.
  for (const element of root.querySelectorAll("svg image, svg feImage, svg use")) {
    const value = element.getAttribute("href") ?? element.getAttribute("xlink:href") ?? "";
    if (isRemote(value)) found.push(value.trim());
  }
  return found;
}

/** The content ids of the images that stand within the message's text; they are no attachments to its reader. */
export function contentIdsIn(html: string): Set<string> {
  const ids = Array.from(html.matchAll(/\bcid:[^"'\s>)]+/gi), ([url]) => contentIdOf(url));
  return new Set(ids.filter((id) => id !== undefined));
}
