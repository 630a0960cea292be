/** The text of XML, read flat: depth costs nothing, and entities are never defined by the file. Linear. */
import { decodeEntities } from "../../mime/text/entities.ts";

export interface XmlRules {
  /** Elements around which a new line begins. */
  breaks: RegExp;
  /** Elements around which a new word begins, as in the next cell. */
  gaps?: RegExp;
  /** Only text directly in these elements counts; left out: all. */
  within?: RegExp;
}

/** At most `limit` characters. */
export function xmlText(xml: string, { breaks, gaps, within }: XmlRules, limit: number): string {
  // To look at the end of a text that grows, all of it would be copied each time.
  const text = { pieces: [] as string[], length: 0, last: "" };
  const add = (piece: string): void => {
    text.pieces.push(piece);
    text.length += piece.length;
    text.last = piece.at(-1) ?? text.last;
  };
  let isWithin = within === undefined;
  for (let at = 0; at < xml.length && text.length < limit;) {
    const open = xml.indexOf("<", at);
    if (isWithin) add(decodeEntities(xml.slice(at, open < 0 ? xml.length : Math.min(open, at + limit))));
    if (open < 0) break;
    const close = xml.indexOf(">", open);
    if (close < 0) break;
    const name = /^\/?([\w:.-]{1,80})/.exec(xml.slice(open + 1, Math.min(close, open + 100)));
    if (name) {
      const isClosing = xml[open + 1] === "/";
      if (within?.test(name[1]!)) isWithin = !isClosing && xml[close - 1] !== "/";
      if (breaks.test(name[1]!) && text.last !== "\n") add("\n");
      else if (gaps?.test(name[1]!) && !/\s/.test(text.last)) add("\t");
    }
    at = close + 1;
  }
  return text.pieces.join("").slice(0, limit);
}
