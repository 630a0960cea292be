/** Extracts the text of HTML in one pass: for previews, search and parts that are HTML only. Pure. */
import { decodeEntities } from "./entities.ts";

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(" "));

/** Elements whose content is not markup, up to their end tag (HTML §13.1.2), and that is not displayed. */
const rawElements = setOf("script style title textarea xmp iframe noembed noframes");
/** Elements whose content is not displayed. */
const unreadElements = setOf("head template noscript svg math object select");
/** Block elements: their edges separate words. */
const blockElements = setOf(
  "address article aside blockquote body br center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 " +
    "header hr html li main nav ol option p pre section table tbody td tfoot th thead tr ul",
);

/** The offset after the ">" of the tag that begins at `at`; a ">" in a quoted attribute does not count. */
function tagEnd(html: string, at: number): number {
  const next = /[>"']/g;
  next.lastIndex = at + 1;
  for (let found = next.exec(html); found; found = next.exec(html)) {
    if (found[0] === ">") return next.lastIndex;
    // A quote opens a value only after "=".
    if (!/=\s*$/.test(html.slice(Math.max(at, found.index - 3), found.index))) continue;
    const close = html.indexOf(found[0], next.lastIndex);
    // A quote that is never closed is an error.
    if (close < 0) break;
    next.lastIndex = close + 1;
  }
  const plain = html.indexOf(">", at);
  return plain < 0 ? html.length : plain + 1;
}

interface Tag {
  name: string;
  isEnd: boolean;
  /** The offset after the tag. */
  end: number;
}

/** The tag at a "<"; null where that is text ("a < b"). Comments and declarations have no name. */
function tagAt(html: string, at: number): Tag | null {
  if (html.startsWith("<!--", at)) {
    const close = html.indexOf("-->", at + 2);
    return { name: "", isEnd: false, end: close < 0 ? html.length : close + 3 };
  }
  const [, slash, name] = /^<(\/?)([a-z][\w:-]*)/i.exec(html.slice(at, at + 64)) ?? [];
  if (name !== undefined) return { name: name.toLowerCase(), isEnd: slash === "/", end: tagEnd(html, at) };
  return /[!?/]/.test(html[at + 1] ?? "") ? { name: "", isEnd: false, end: tagEnd(html, at) } : null;
}

/** The offset after the end tag of a raw text element whose content begins at `at`; without one, the end. */
function rawEnd(html: string, at: number, name: string): number {
  const close = new RegExp(`</${name}(?=[\\s/>]|$)`, "gi");
  close.lastIndex = at;
  const found = close.exec(html);
  return found ? tagEnd(html, found.index) : html.length;
}

class TextCollector {
  readonly #out: string[] = [];
  length = 0;
  /** The hidden element that is open, and how many of its name are open inside it. */
  #unread = "";
  #depth = 0;

  add(text: string): void {
    if (this.#unread || text === "") return;
    this.#out.push(text);
    this.length += text.length;
  }

  tag({ name, isEnd }: Tag): void {
    // Some programs omit "</head>".
    if (this.#unread === "head" && name === "body") this.#unread = "";
    if (blockElements.has(name)) this.add("\n");
    if (this.#unread === "" && !isEnd && unreadElements.has(name)) {
      this.#unread = name;
      this.#depth = 1;
    } else if (this.#unread === name && name !== "") {
      this.#depth += isEnd ? -1 : 1;
      if (this.#depth === 0) this.#unread = "";
    }
  }

  text(): string {
    return this.#out
      .join("")
      .replace(/[^\S\n]+/g, " ")
      .replace(/ ?\n ?/g, "\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim();
  }
}

/**
 * The text of HTML, with block elements on lines of their own. Linear in the size.
 * @param limit approximate number of characters after which it ends
 */
export function htmlToText(html: string, limit = Infinity): string {
  const collector = new TextCollector();
  let pos = 0;
  while (pos < html.length && collector.length < limit) {
    const open = html.indexOf("<", pos);
    const end = open < 0 ? html.length : open;
    collector.add(decodeEntities(html.slice(pos, end)).replaceAll("\ufeff", "").replace(/\s+/g, " "));
    if (open < 0) break;
    const tag = tagAt(html, open);
    if (!tag) collector.add("<");
    else collector.tag(tag);
    pos = tag ? tag.end : open + 1;
    if (tag && !tag.isEnd && rawElements.has(tag.name)) pos = rawEnd(html, pos, tag.name);
  }
  return collector.text();
}
