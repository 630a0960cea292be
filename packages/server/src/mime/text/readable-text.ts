/** The text of parts as a person reads or searches it. Pure. */
import { bodyLists, decodePart, partText, walkParts } from "../parse/body.ts";
import { calendarText } from "./calendar-text.ts";
import { unflow } from "./flowed.ts";
import { convenienceHeaders, headersOf, headerValues } from "../headers/headers.ts";
import { htmlToText } from "./html-text.ts";
import { parseStructured } from "../headers/parameters.ts";
import { isNamelessLetter } from "../parse/letter-subjects.ts";
import type { PartNode } from "../parse/part.ts";
import { scan } from "../parse/scan.ts";
import { octetsAround } from "../parse/unpack.ts";

/** Maximum number of characters of a message in the search index; the rest is still displayed. */
const MAX_SEARCH_TEXT = 1_000_000;
/** Maximum depth of attached messages in the search index. */
const MAX_NESTING = 3;
/** Text files that are not indexed. */
const unsearched = new Set(["text/css", "text/javascript", "text/x-vcard", "text/vcard", "text/rfc822-headers"]);

/** The parameters of a part's Content-Type where it is format=flowed; undefined for others. */
function flowedParameters(bytes: Uint8Array, node: PartNode): ReadonlyMap<string, string> | undefined {
  const octets = octetsAround(bytes, node);
  const header = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength);
  // Most headers do not mention it, and need not be parsed again.
  if (!/flowed/i.test(header.toString("latin1", node.headerStart, node.bodyStart))) return undefined;
  const [contentType = ""] = headerValues(headersOf(octets, node.headerStart, node.bodyStart), "content-type");
  const { params } = parseStructured(contentType);
  return params.get("format")?.toLowerCase() === "flowed" ? params : undefined;
}

/**
 * The readable text of a text part: HTML without its markup, format=flowed unwrapped (RFC 3676).
 * @param limit approximate number of characters after which it ends
 * @param value the decoded part, where the caller has it
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

/** Whose a piece of the searched text is: the letter's own where there is no `fileName`. */
export interface TextPiece {
  /** Where it begins. */
  at: number;
  /** Of the file that it is the text of; null: of one without a name. */
  fileName?: string | null;
  /** Of an attached message without a name; null: it has none. */
  letterSubject?: string | null;
}

class SearchTextCollector {
  readonly #decode: PartDecoder;
  readonly #texts = new Set<string>();
  readonly pieces: TextPiece[] = [];
  #length = 0;
  #left = MAX_SEARCH_TEXT;

  constructor(decode: PartDecoder) {
    this.#decode = decode;
  }

  /** Alternatives repeat the same words: equal texts are added once. */
  #add(text: string, file: PartNode | undefined): void {
    const added = text.trim().slice(0, this.#left);
    if (added === "" || this.#texts.has(added)) return;
    this.#texts.add(added);
    this.pieces.push({
      at: this.#length,
      ...(file && { fileName: file.name, ...(isNamelessLetter(file) && { letterSubject: file.subject ?? null }) }),
    });
    // With the line's end behind it.
    this.#length += added.length + 1;
    this.#left -= added.length;
  }

  /** @param within the attached message whose parts these are */
  collect(bytes: Uint8Array, structure: PartNode, nesting: number, within?: PartNode): void {
    const files = new Set(within ? [] : bodyLists(structure).attachments);
    for (const part of walkParts(structure)) {
      if (this.#left <= 0) return;
      const file = within ?? (files.has(part) ? part : undefined);
      if (part.unpacked) this.collect(bytes, part.unpacked, nesting, within);
      else if (part.type === "message/rfc822" && nesting < MAX_NESTING)
        this.#message(decodePart(bytes, part), nesting + 1, file);
      else if (part.type === "text/calendar") this.#add(calendarText(this.#decode(bytes, part), this.#left), file);
      else if (part.type.startsWith("text/") && !unsearched.has(part.type))
        this.#add(readableText(bytes, part, this.#left, this.#decode(bytes, part)), file);
    }
  }

  #message(bytes: Uint8Array, nesting: number, file: PartNode | undefined): void {
    const structure = scan(bytes);
    const { subject, from } = convenienceHeaders(headersOf(bytes, structure.headerStart, structure.bodyStart));
    const senders = (from ?? []).map(({ name, email }) => `${name ?? ""} ${email}`);
    this.#add([subject ?? "", ...senders].join(" "), file);
    this.collect(bytes, structure, nesting, file);
  }

  text(): string {
    return [...this.#texts].join("\n");
  }
}

/** The text of a message's text parts and of the messages attached to it, and whose each piece of it is. */
export function searchableParts(
  bytes: Uint8Array,
  structure: PartNode,
  decode = createPartDecoder(),
): { text: string; pieces: readonly TextPiece[] } {
  const collector = new SearchTextCollector(decode);
  collector.collect(bytes, structure, 0);
  return { text: collector.text(), pieces: collector.pieces };
}

export const searchableText = (...message: Parameters<typeof searchableParts>): string =>
  searchableParts(...message).text;
