/** What the store keeps of a message beside its bytes; all of it can be derived from them again. Pure. */
import type { EmailAddress, EmailHeader, EmailHeaders } from "@pismo/jmap";
import { bodyLists, hasAttachment, walkParts } from "./body.ts";
import { categorize, type CategoryGuess } from "./categorize.ts";
import { convenienceHeaders, headersOf } from "./headers.ts";
import type { PartNode } from "./part.ts";
import { previewOf } from "./preview.ts";
import { createPartDecoder, type PartDecoder, readableText, searchableText } from "./readable-text.ts";
import { scan } from "./scan.ts";
import { unpackContainers } from "./unpack.ts";

/** Plain text by the field that it is searched by. */
export interface SearchText {
  subject: string;
  from: string;
  to: string;
  cc: string;
  bcc: string;
  /** Text of all text parts and of attached letters. */
  body: string;
  /** File names. */
  attachments: string;
}

export interface ParsedMessage {
  headers: EmailHeaders;
  structure: PartNode;
  hasAttachment: boolean;
  /** At most 256 characters. */
  preview: string;
  searchText: SearchText;
  /** What the rules make of it, if it came from somebody else. */
  category: CategoryGuess | null;
}

/** A preview looks no farther. */
const PREVIEW_WINDOW = 20_000;
/** What a parser that failed or was too slow still reads. */
const HEADER_WINDOW = 256 * 1024;

const people = (addresses: EmailAddress[] | null): string =>
  (addresses ?? []).map(({ name, email }) => (name ? `${name} ${email}` : email)).join(" ");

/** Of the first body part that says anything. */
function previewFor(bytes: Uint8Array, textBody: readonly PartNode[], decode: PartDecoder): string {
  for (const part of textBody.filter(({ type }) => type.startsWith("text/"))) {
    const preview = previewOf(readableText(bytes, part, PREVIEW_WINDOW, decode(bytes, part)));
    if (preview !== "") return preview;
  }
  return "";
}

const namesIn = (structure: PartNode): string[] =>
  [...walkParts(structure)].flatMap(({ name, unpacked }) => (unpacked ? namesIn(unpacked) : (name ?? [])));

function assemble(fields: readonly EmailHeader[], structure: PartNode, bytes: Uint8Array): ParsedMessage {
  const headers = convenienceHeaders(fields);
  const lists = bodyLists(structure);
  const decode = createPartDecoder();
  const body = searchableText(bytes, structure, decode);
  const html = lists.htmlBody.find(({ type }) => type === "text/html");
  const names = namesIn(structure);
  return {
    headers,
    structure,
    hasAttachment: hasAttachment(lists),
    preview: previewFor(bytes, lists.textBody, decode),
    searchText: {
      subject: headers.subject ?? "",
      from: people(headers.from),
      to: people(headers.to),
      cc: people(headers.cc),
      bcc: people(headers.bcc),
      body,
      attachments: names.join(" "),
    },
    category: categorize({ headers, fields, type: structure.type, text: body, html: html ? decode(bytes, html) : "" }),
  };
}

/** Never throws: whatever arrives gives a result. Time grows with the size alone. */
export function parseMessage(bytes: Uint8Array): ParsedMessage {
  const structure = scan(bytes);
  unpackContainers(bytes, structure);
  return assemble(headersOf(bytes, structure.headerStart, structure.bodyStart), structure, bytes);
}

/**
 * What a list shows of a message of which only the beginning is at hand: its header whole, and some of its text. The words
 * of its text are not for the search index yet.
 * @param described the parts as the message's server describes them; null: nobody does
 * @param isArrival whether a category is looked for
 */
export function parseBeginning(bytes: Uint8Array, described: PartNode | null, isArrival: boolean): ParsedMessage {
  const scanned = scan(bytes);
  const { headerStart, bodyStart } = scanned;
  const structure = described ? { ...described, headerStart, bodyStart } : scanned;
  const fields = headersOf(bytes, headerStart, bodyStart);
  const headers = convenienceHeaders(fields);
  const decode = createPartDecoder();
  const { textBody, htmlBody } = bodyLists(scanned);
  const { subject, from, to, cc, bcc } = headers;
  const words = {
    subject: subject ?? "",
    from: people(from),
    to: people(to),
    cc: people(cc),
    bcc: people(bcc),
    body: "",
    attachments: namesIn(structure).join(" "),
  };
  const html = htmlBody.find(({ type }) => type === "text/html");
  return {
    headers,
    structure,
    hasAttachment: hasAttachment(bodyLists(structure)),
    preview: previewFor(bytes, textBody, decode),
    searchText: words,
    category: isArrival
      ? categorize({
          headers,
          fields,
          type: structure.type,
          text: searchableText(bytes, scanned, decode),
          html: html ? decode(bytes, html) : "",
        })
      : null,
  };
}

/** For a message that the parser could not finish in time: its header, and all behind it as one part. */
export function parseHeaderOnly(bytes: Uint8Array): ParsedMessage {
  const window = bytes.subarray(0, HEADER_WINDOW);
  const { headerStart, bodyStart } = scan(window);
  const header = window.subarray(0, bodyStart);
  const parsed = parseMessage(header);
  const whole = { type: "text/plain", charset: null, encoding: "binary", disposition: null, name: null, cid: null };
  const size = bytes.length - bodyStart;
  const place = { headerStart, bodyStart, bodyEnd: bytes.length, size };
  return {
    ...parsed,
    structure: { ...whole, ...place, partId: "1", subParts: null, language: null, location: null },
    hasAttachment: false,
    preview: "",
  };
}
