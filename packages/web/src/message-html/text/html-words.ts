/** The words of a message's HTML, every link with its target beside it: for messages that are not to be trusted. Pure. */
import { addressIn } from "../clean/resources.ts";
import { usualLimits } from "../clean/limits.ts";
import { parseWithin } from "../clean/parse-within.ts";
import { wordsWithoutTags } from "./words-without-tags.ts";

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(" "));

/** Elements whose content is not displayed. */
const unread = setOf(
  "head script style template noscript svg math object select datalist textarea title iframe xmp noembed noframes " +
    "audio video canvas",
);
const blocks = setOf(
  "address article aside blockquote body center dd div dl dt fieldset figure footer form header hr li main nav ol " +
    "section summary table tr ul",
);
const paragraphs = setOf("p h1 h2 h3 h4 h5 h6 pre");
const longestTarget = 500;

const isHidden = (element: Element): boolean =>
  element.hasAttribute("hidden") || /(?:^|;)\s*display\s*:\s*none/i.test(element.getAttribute("style") ?? "");

/** undefined where the link leads to a place in the message itself. */
function targetOf(element: Element): string | undefined {
  const target = addressIn(element.getAttribute(element.localName === "form" ? "action" : "href") ?? "");
  if (target === "" || target.startsWith("#")) return undefined;
  return target.length > longestTarget ? `${target.slice(0, longestTarget)}…` : target;
}

const bare = (address: string): string => address.replace(/^(?:https?:\/\/|mailto:)|\/$/gi, "").toLowerCase();

/** Edges of blocks, of which any number make one line end, and of paragraphs, which have an empty line between them. */
const [blockEdge, paragraphEdge] = ["\v", "\f"];

/** Where an element's content begins and ends. */
function edgeOf({ localName }: Element): string {
  if (paragraphs.has(localName)) return paragraphEdge;
  if (blocks.has(localName)) return blockEdge;
  return localName === "td" || localName === "th" ? " " : "";
}

class Words {
  private readonly pieces: string[] = [];
  /** Where the text of each open link began. */
  private readonly links: number[] = [];

  text(node: Node): void {
    const isKept = node.parentElement?.closest("pre") != null;
    const text = node.nodeValue ?? "";
    this.pieces.push(isKept ? text.replace(/[\v\f]/g, " ") : text.replace(/[ \t\r\n\v\f]+/g, " "));
  }

  /** @returns whether to go inside */
  open(element: Element): boolean {
    const { localName } = element;
    if (unread.has(localName) || isHidden(element)) return false;
    if (localName === "br") this.pieces.push("\n");
    if (localName === "img" && element.getAttribute("alt")?.trim())
      this.pieces.push(`[${element.getAttribute("alt")}]`);
    if (localName === "area" || localName === "form") this.target(targetOf(element));
    if (localName === "a") this.links.push(this.pieces.length);
    this.pieces.push(edgeOf(element), localName === "li" ? "• " : "");
    return true;
  }

  close(element: Element): void {
    if (element.localName === "a") {
      const shown = this.pieces.slice(this.links.pop()).join("").trim();
      const target = targetOf(element);
      if (target !== undefined && bare(target) !== bare(shown)) this.target(target);
    }
    this.pieces.push(edgeOf(element));
  }

  private target(target: string | undefined): void {
    if (target !== undefined) this.pieces.push(` <${target}> `);
  }

  toString(): string {
    return this.pieces
      .join("")
      .replace(/ {2,}/g, " ")
      .replace(/ ?[\v\f\n][\v\f\n ]*/g, (ends) => (/\f|\n[^\n]*\n/.test(ends) ? "\n\n" : "\n"))
      .trim();
  }
}

/** Lines of text. Nothing that styles hide by a rule is left out: what was to be hidden is worth seeing here. */
export function wordsOf(html: string): string {
  const { page, isCut } = parseWithin(html, usualLimits);
  return isCut ? wordsWithoutTags(html) : wordsIn(page.body);
}

function wordsIn(root: Element): string {
  const words = new Words();
  // Without calling itself: a message decides how deep its markup goes.
  for (let node: Node = root; ;) {
    const goesIn = node.nodeType === Node.ELEMENT_NODE && words.open(node as Element);
    if (node.nodeType === Node.TEXT_NODE) words.text(node);
    if (goesIn && node.firstChild) {
      node = node.firstChild;
      continue;
    }
    if (goesIn) words.close(node as Element);
    while (node !== root && !node.nextSibling) {
      node = node.parentNode!;
      words.close(node as Element);
    }
    if (node === root) return words.toString();
    node = node.nextSibling!;
  }
}
