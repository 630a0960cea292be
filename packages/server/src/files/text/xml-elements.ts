/** Elements of XML one after the other, read flat: depth costs nothing, and entities are never defined by the file. Linear. */
import { decodeEntities } from "../../mime/text/entities.ts";

export interface XmlTag {
  /** Without its prefix. */
  name: string;
  isClosing: boolean;
  /** It has no content. */
  isEmpty: boolean;
  /** Undefined where it has no such attribute. */
  attribute(name: string): string | undefined;
}

/** Characters of a tag that are looked at. */
const LONGEST_TAG = 2000;

/**
 * @param onTag returns false to end the reading
 * @param onText between two tags, decoded
 */
export function readXml(xml: string, onTag: (tag: XmlTag) => boolean | void, onText?: (text: string) => void): void {
  for (let at = 0; at < xml.length;) {
    const open = xml.indexOf("<", at);
    const end = open < 0 ? xml.length : open;
    if (onText && end > at) onText(decodeEntities(xml.slice(at, end)));
    if (open < 0) return;
    const close = xml.indexOf(">", open);
    if (close < 0) return;
    const tag = xml.slice(open + 1, Math.min(close, open + LONGEST_TAG));
    const name = /^\/?(?:[\w.-]{1,80}:)?([\w.-]{1,80})/.exec(tag)?.[1];
    if (name !== undefined) {
      const wantsMore = onTag({
        name,
        isClosing: tag.startsWith("/"),
        isEmpty: xml[close - 1] === "/",
        attribute(wanted) {
          const [, , value] = new RegExp(`\\s(?:[\\w.-]{1,80}:)?${wanted}=(["'])(.*?)\\1`, "s").exec(tag) ?? [];
          return value === undefined ? undefined : decodeEntities(value);
        },
      });
      if (wantsMore === false) return;
    }
    at = close + 1;
  }
}
