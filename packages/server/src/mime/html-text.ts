/** From HTML to its words, in one pass: for previews, search and the text of a part that is HTML alone. Pure. */

/** Elements whose content nobody reads. */
const hiddenElements = new Set([
  "script",
  "style",
  "head",
  "title",
  "template",
  "noscript",
  "svg",
  "math",
  "object",
  "select",
]);
/** Elements that stand on lines of their own: their edges part words. */
const blockElements = new Set(
  "address article aside blockquote body br center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody td tfoot th thead tr ul".split(
    " ",
  ),
);

const entities: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ensp: " ",
  emsp: " ",
  thinsp: " ",
  zwnj: "",
  zwj: "",
  shy: "",
  lrm: "",
  rlm: "",
  laquo: "«",
  raquo: "»",
  ldquo: "“",
  rdquo: "”",
  bdquo: "„",
  lsquo: "‘",
  rsquo: "’",
  sbquo: "‚",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  bull: "•",
  middot: "·",
  copy: "©",
  reg: "®",
  trade: "™",
  euro: "€",
  pound: "£",
  yen: "¥",
  cent: "¢",
  sect: "§",
  para: "¶",
  deg: "°",
  plusmn: "±",
  times: "×",
  divide: "÷",
  frac12: "½",
  numero: "№",
  rarr: "→",
  larr: "←",
  auml: "ä",
  ouml: "ö",
  uuml: "ü",
  Auml: "Ä",
  Ouml: "Ö",
  Uuml: "Ü",
  szlig: "ß",
  eacute: "é",
  egrave: "è",
  agrave: "à",
  ccedil: "ç",
  ntilde: "ñ",
};

function decodeEntity(whole: string, body: string): string {
  if (!body.startsWith("#")) return entities[body] ?? whole;
  const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number.parseInt(body.slice(1), 10);
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : " ";
}

export const decodeEntities = (text: string): string =>
  text.includes("&") ? text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,31});?/gi, decodeEntity) : text;

/** Where the tag that begins at `at` ends (behind its ">"); quotes guard a ">". A tag that never ends is text. */
function tagEnd(html: string, at: number): number {
  let quote = "";
  const stop = Math.min(html.length, at + 20_000);
  for (let pos = at + 1; pos < stop; pos++) {
    const char = html[pos]!;
    if (quote) {
      if (char === quote) quote = "";
    } else if ((char === '"' || char === "'") && html[pos - 1] === "=") quote = char;
    else if (char === ">") return pos + 1;
  }
  const plain = html.indexOf(">", at);
  return plain < 0 ? html.length : plain + 1;
}

/** An inline style that hides: how newsletters carry a preview line, and spam its decoys. */
const isHiding = (tag: string): boolean =>
  /\bstyle\s*=\s*["'][^"']*(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|mso-hide\s*:\s*all)/i.test(
    tag,
  );

/**
 * @param options.skipHidden leaves out what an inline style hides; for search it stays in
 * @param options.limit ends after about so many characters
 */
export function htmlToText(html: string, options: { skipHidden?: boolean; limit?: number } = {}): string {
  const { skipHidden = false, limit = Infinity } = options;
  const out: string[] = [];
  let length = 0;
  let pos = 0;
  while (pos < html.length && length < limit) {
    const open = html.indexOf("<", pos);
    const end = open < 0 ? html.length : open;
    if (end > pos) {
      const text = decodeEntities(html.slice(pos, end)).replace(/\s+/g, " ");
      out.push(text);
      length += text.length;
    }
    if (open < 0) break;
    if (html.startsWith("<!--", open)) {
      const close = html.indexOf("-->", open + 4);
      pos = close < 0 ? html.length : close + 3;
      continue;
    }
    const name = /^<\/?([a-z][\w:-]*)/i.exec(html.slice(open, open + 64))?.[1]?.toLowerCase();
    if (!name) {
      // "<!doctype", "<?xml" are no text; "a < b" is
      const isMarkup = html[open + 1] === "!" || html[open + 1] === "?";
      if (!isMarkup) out.push("<");
      pos = isMarkup ? tagEnd(html, open) : open + 1;
      continue;
    }
    pos = tagEnd(html, open);
    if (blockElements.has(name)) out.push("\n");
    if (html[open + 1] === "/") continue;
    const isHidden = hiddenElements.has(name) || (skipHidden && isHiding(html.slice(open, pos)));
    if (isHidden && html[pos - 2] !== "/") pos = elementEnd(html, pos, name);
  }
  return out
    .join("")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Behind the end tag of the element whose content begins at `at`, counting those of its name inside it. */
function elementEnd(html: string, at: number, name: string): number {
  const tags = new RegExp(`<(/?)${name}\\b`, "gi");
  tags.lastIndex = at;
  let depth = 1;
  for (let found = tags.exec(html); found; found = tags.exec(html)) {
    depth += found[1] ? -1 : 1;
    // Raw text elements do not nest, whatever their content looks like
    if (depth === 0 || (found[1] && (name === "script" || name === "style"))) return tagEnd(html, found.index);
  }
  return hiddenElements.has(name) && name !== "head" ? html.length : at;
}
