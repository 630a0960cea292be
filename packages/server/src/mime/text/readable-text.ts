/** The text of parts as a person reads or searches it. Pure. */
import { decodePart, partText, walkParts } from "../parse/body.ts";
import { unflow } from "./flowed.ts";
import { convenienceHeaders, headersOf, headerValues } from "../headers/headers.ts";
import { htmlToText } from "./html-text.ts";
import { parseStructured } from "../headers/parameters.ts";
import type { PartNode } from "../parse/part.ts";
import { scan } from "../parse/scan.ts";
import { octetsAround } from "../parse/unpack.ts";

/** Characters of a message that are searched; what lies behind is still shown. */
const MAX_SEARCH_TEXT = 1_000_000;
/** Letters attached to letters that are searched too. */
const MAX_NESTING = 3;
/** Files that are text, but of no use to a search for words. */
const unsearched = new Set(["text/css", "text/javascript", "text/x-vcard", "text/vcard", "text/rfc822-headers"]);

/** The parameters of a part's Content-Type, where they can say that it is format=flowed. */
function flowedParameters(bytes: Uint8Array, node: PartNode): ReadonlyMap<string, string> | undefined {
  const octets = octetsAround(bytes, node);
  const header = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
  // Most do not: then the header need not be taken apart once more.
  if (!/flowed/i.test(header.toString("latin1", node.headerStart, node.bodyStart))) return undefined;
  const [contentType = ""] = headerValues(headersOf(octets, node.headerStart, node.bodyStart), "content-type");
  const { params } = parseStructured(contentType);
  return params.get("format")?.toLowerCase() === "flowed" ? params : undefined;
}

/**
 * The text of a text part as it is read: HTML without its markup, format=flowed put together (RFC 3676).
 * @param limit ends after about so many characters
 * @param value the decoded part, where it is at hand
 */
export function readableText(
  bytes: Uint8Array,
  node: PartNode,
  limit = Infinity,
  value = partText(bytes, node).value,
): string {
  if (node.type === "text/html") return htmlToText(value, limit);
  const text = value.slice(0, limit);
  const params = flowedParameters(bytes, node);
  return params ? unflow(text, params.get("delsp")?.toLowerCase() === "yes") : text;
}

/** Decodes parts, each once: the preview, the search index and the category all read them. */
export type PartDecoder = (bytes: Uint8Array, node: PartNode) => string;

export function createPartDecoder(): PartDecoder {
  const decoded = new Map<PartNode, string>();
  return (bytes, node) => {
    const known = decoded.get(node);
    if (known !== undefined) return known;
    const { value } = partText(bytes, node);
    decoded.set(node, value);
    return value;
  };
}

class SearchTextCollector {
  readonly #decode: PartDecoder;
  readonly #texts = new Set<string>();
  #left = MAX_SEARCH_TEXT;

  constructor(decode: PartDecoder) {
    this.#decode = decode;
  }

  /** An alternative brings the same words twice: equal texts are kept once. */
  #add(text: string): void {
    const kept = text.trim().slice(0, this.#left);
    if (kept === "" || this.#texts.has(kept)) return;
    this.#texts.add(kept);
    this.#left -= kept.length;
  }

  collect(bytes: Uint8Array, structure: PartNode, nesting: number): void {
    for (const part of walkParts(structure)) {
      if (this.#left <= 0) return;
      if (part.unpacked) this.collect(bytes, part.unpacked, nesting);
      else if (part.type === "message/rfc822" && nesting < MAX_NESTING)
        this.#letter(decodePart(bytes, part), nesting + 1);
      else if (part.type.startsWith("text/") && !unsearched.has(part.type))
        this.#add(readableText(bytes, part, this.#left, this.#decode(bytes, part)));
    }
  }

  #letter(bytes: Uint8Array, nesting: number): void {
    const structure = scan(bytes);
    const { subject, from } = convenienceHeaders(headersOf(bytes, structure.headerStart, structure.bodyStart));
    const senders = (from ?? []).map(({ name, email }) => `${name ?? ""} ${email}`);
    this.#add([subject ?? "", ...senders].join(" "));
    this.collect(bytes, structure, nesting);
  }

  text(): string {
    return [...this.#texts].join("\n");
  }
}

/** The words of a message's text parts and of letters attached to it. */
export function searchableText(bytes: Uint8Array, structure: PartNode, decode = createPartDecoder()): string {
  const collector = new SearchTextCollector(decode);
  collector.collect(bytes, structure, 0);
  return collector.text();
}
