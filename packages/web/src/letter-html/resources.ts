/** What a letter would load. Nothing of it is loaded from the reader's browser; it is counted, so that the reader knows. */

/** An address that leads to a server; `data:` and `cid:` do not. */
export const isRemote = (url: string): boolean => /^\s*(?:https?|ftp):|^\s*[/\\]{2}/i.test(url);

/** The http(s) address that an attribute leads to, whole; undefined where it leads to no server. */
export function remoteUrl(value: string): string | undefined {
  if (!isRemote(value)) return undefined;
  const url = URL.parse(value, "https://relative.invalid/");
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/** A picture that the letter itself holds, in a format that cannot hold markup. */
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

/** Remote addresses in attributes that load pictures, sound or video. */
export function remoteResources(root: ParentNode): string[] {
  const found: string[] = [];
  for (const name of loads) {
    for (const element of root.querySelectorAll(`[${name}]:not(script, iframe, frame, embed)`)) {
      const value = element.getAttribute(name) ?? "";
      const urls = name === "srcset" ? value.split(",").map((part) => part.trim().split(/\s+/)[0] ?? "") : [value];
      found.push(...urls.filter(isRemote).map((url) => url.trim()));
    }
  }
  // Pictures within SVG: it goes whole, and they are counted.
  for (const element of root.querySelectorAll("svg image, svg feImage, svg use")) {
    const value = element.getAttribute("href") ?? element.getAttribute("xlink:href") ?? "";
    if (isRemote(value)) found.push(value.trim());
  }
  return found;
}

/** The content ids of the pictures that stand within the letter's text; they are no attachments to its reader. */
export function contentIdsIn(html: string): Set<string> {
  const ids = Array.from(html.matchAll(/\bcid:[^"'\s>)]+/gi), ([url]) => contentIdOf(url));
  return new Set(ids.filter((id) => id !== undefined));
}
