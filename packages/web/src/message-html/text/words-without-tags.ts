/** The words of markup that is not worth a parser's time: tags are cut out of the text. Linear in its length. */
import { inertDocument } from "../clean/trusted-html.ts";

const unread = /^(?:script|style|title|noscript|svg|math|select|textarea|iframe|xmp|noembed|noframes)$/;
const edges = /^(?:br|p|div|tr|li|ul|ol|table|h[1-6]|hr|blockquote|pre|dl|dt|dd|section|article|header|footer|center)$/;

/** Character references are the parser's; without a tag there is nothing else for it to do. */
const decoded = (text: string): string => inertDocument(text.replaceAll("<", "&lt;")).body.textContent ?? "";

/** Nothing of it is lost to a tag that never ends: what follows such a one is text. */
export function wordsWithoutTags(html: string): string {
  const pieces: string[] = [];
  let skipped: string | undefined;
  let at = 0;
  const lastCommentEnd = html.lastIndexOf("-->");
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (skipped === undefined) pieces.push(html.slice(at, open === -1 ? html.length : open).replace(/\s+/g, " "));
    if (open === -1) break;
    const isComment = open < lastCommentEnd && html.startsWith("<!--", open);
    const [, slash = "", name = ""] = /^<(\/?)([a-z][a-z\d]*)/i.exec(html.slice(open, open + 16)) ?? [];
    const end = html.indexOf(isComment ? "-->" : ">", open);
    if (end === -1 || (name === "" && !/^<[/!?]/.test(html.slice(open, open + 2)))) {
      if (skipped === undefined) pieces.push("<");
      at = open + 1;
      // No tag ends any more.
      if (end === -1) {
        if (skipped === undefined) pieces.push(html.slice(at));
        break;
      }
      continue;
    }
    at = end + (isComment ? 3 : 1);
    const element = name.toLowerCase();
    if (skipped !== undefined) skipped = slash && element === skipped ? undefined : skipped;
    else if (!slash && unread.test(element)) skipped = element;
    else if (edges.test(element)) pieces.push("\n");
  }
  return decoded(pieces.join(""))
    .replace(/ ?\n[ \n]*/g, "\n")
    .trim();
}
