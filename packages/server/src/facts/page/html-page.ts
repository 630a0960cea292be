/**
 * Reads HTML in one pass of parse5's tokenizer: the visible text, its links, JSON-LD and microdata. No tree is built, so
 * that the work grows with the size alone, up to a limit. Pure.
 */
import { type Token, Tokenizer, type TokenHandler, TokenizerMode } from "parse5";
import { Microdata } from "../markup/microdata.ts";
import { visibleLinks } from "./plain-page.ts";
import type { Link, Page } from "./visible.ts";

const MAX_HTML = 512 * 1024;
const MAX_TEXT = 40_000;
const MAX_LINKS = 300;
const MAX_URL = 4_000;
const MAX_SCRIPT = 64 * 1024;
/** The tokenizer compares each attribute of a tag with all before it. */
const MAX_ATTRIBUTES = 100;
const PIECE = 2_048;

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(" "));
const blocks = setOf(
  "address article aside blockquote body br center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr " +
    "html li main nav ol p pre section table tbody td tfoot th thead tr ul",
);
const unseen = setOf("head template noscript svg math object select script style title textarea iframe");
const modes: Readonly<Record<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>> = {
  script: TokenizerMode.SCRIPT_DATA,
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
};
const voids = setOf("area base br col embed hr img input link meta param source track wbr");

const isHidden = (attributes: ReadonlyMap<string, string>): boolean =>
  attributes.has("hidden") || /display\s{0,5}:\s{0,5}none/i.test(attributes.get("style")?.slice(0, 1_000) ?? "");

class PageBuilder implements TokenHandler {
  readonly tokenizer: PageTokenizer;
  readonly #microdata = new Microdata();
  readonly #links: Link[] = [];
  readonly #scripts: string[] = [];
  #text = "";
  /** The element that is open and not shown, and how many of its name are open inside it. */
  #unseen = "";
  #depth = 0;
  #link: Link | undefined;
  #script: string | undefined;

  constructor() {
    this.tokenizer = new PageTokenizer({}, this);
  }

  get isFull(): boolean {
    return this.#text.length > MAX_TEXT || this.tokenizer.isOverloaded;
  }

  onStartTag({ tagName, attrs }: Token.TagToken): void {
    const attributes = new Map(attrs.slice(0, MAX_ATTRIBUTES).map(({ name, value }) => [name, value]));
    this.tokenizer.state = modes[tagName] ?? this.tokenizer.state;
    this.#microdata.start(tagName, attributes);
    if (blocks.has(tagName)) this.#break();
    // Some programs leave "</head>" out.
    if (this.#unseen === "head" && tagName === "body") this.#unseen = "";
    if (tagName === "script")
      this.#script = attributes.get("type")?.trim().toLowerCase() === "application/ld+json" ? "" : undefined;
    if (this.#unseen === tagName) this.#depth += 1;
    else if (this.#unseen === "" && !voids.has(tagName) && (unseen.has(tagName) || isHidden(attributes))) {
      this.#unseen = tagName;
      this.#depth = 1;
    } else if (this.#unseen === "" && tagName === "a") this.#startLink(attributes.get("href"));
  }

  onEndTag({ tagName }: Token.TagToken): void {
    this.#microdata.end(tagName);
    if (blocks.has(tagName)) this.#break();
    if (tagName === "script" && this.#script !== undefined) {
      this.#scripts.push(this.#script);
      this.#script = undefined;
    }
    if (tagName === "a") this.#endLink();
    if (this.#unseen === tagName && --this.#depth === 0) this.#unseen = "";
  }

  onCharacter({ chars }: Token.CharacterToken): void {
    if (this.#script !== undefined) {
      if (this.#script.length + chars.length <= MAX_SCRIPT) this.#script += chars;
      return;
    }
    this.#microdata.text(chars);
    if (this.#unseen !== "" || this.#text.length > MAX_TEXT) return;
    const text = chars.replace(/[\s\u00a0]+/g, " ").replace(/[\u00ad\u200b-\u200d\u2060\ufeff]+/g, "");
    this.#text += /\s$/.test(this.#text.slice(-1)) || this.#text === "" ? text.trimStart() : text;
  }

  onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token);
  }

  onNullCharacter(): void {}
  onComment(): void {}
  onDoctype(): void {}
  onEof(): void {}

  page(): Page {
    this.#endLink();
    return {
      text: this.#text,
      links: [...this.#links, ...visibleLinks(this.#text, this.#links)],
      scripts: this.#scripts,
      items: this.#microdata.finish(),
    };
  }

  #break(): void {
    if (this.#unseen !== "" || this.#text === "" || this.#text.endsWith("\n")) return;
    if (this.#text.endsWith(" ")) this.#text = this.#text.slice(0, -1);
    this.#text += "\n";
  }

  #startLink(href: string | undefined): void {
    this.#endLink();
    const address = href?.trim();
    if (!address || address.length > MAX_URL || this.#links.length >= MAX_LINKS) return;
    this.#link = { href: address, start: this.#text.length, end: this.#text.length };
  }

  #endLink(): void {
    if (this.#link) this.#links.push({ ...this.#link, end: this.#text.length });
    this.#link = undefined;
  }
}

class PageTokenizer extends Tokenizer {
  get isOverloaded(): boolean {
    const token = this.currentToken;
    return token !== null && "attrs" in token && token.attrs.length > MAX_ATTRIBUTES;
  }
}

export function htmlPage(source: string): Page {
  const builder = new PageBuilder();
  const limit = Math.min(source.length, MAX_HTML);
  for (let at = 0; at < limit && !builder.isFull; at += PIECE) {
    builder.tokenizer.write(source.slice(at, Math.min(at + PIECE, limit)), at + PIECE >= limit);
  }
  return builder.page();
}
