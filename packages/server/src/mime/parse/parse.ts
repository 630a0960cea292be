/** Derives from a message what the store has beside its bytes. Pure. */
import type { EmailAddress, EmailHeader, EmailHeaders } from "@pismo/jmap";
import { bodyLists, hasAttachment, walkParts } from "./body.ts";
import { categorize, type CategoryGuess } from "../categorize/categorize.ts";
import { isAutomaticAnswer } from "../headers/automatic-message.ts";
import { convenienceHeaders, headersOf } from "../headers/headers.ts";
import { type MailingList, mailingListOf } from "../headers/mailing-list.ts";
import type { PartNode } from "./part.ts";
import { previewOf } from "../text/preview.ts";
import {
  createPartDecoder,
  type PartDecoder,
  readableText,
  searchableParts,
  searchableText,
  type TextPiece,
} from "../text/readable-text.ts";
import { addSubjects, fileNameOf } from "./letter-subjects.ts";
import { scan } from "./scan.ts";
import { unpackContainers } from "./unpack.ts";

/** Plain text for the search index, by field. */
export interface SearchText {
  subject: string;
  from: string;
  to: string;
  cc: string;
  bcc: string;
  /** Text of all text parts and of attached messages. */
  body: string;
  /** File names. */
  attachments: string;
}

export interface ParsedMessage {
  headers: EmailHeaders;
  structure: PartNode;
  hasAttachment: boolean;
  /** No person answers by it: a vacation answer, a report. */
  isAutomaticAnswer: boolean;
  /** At most 256 characters. */
  preview: string;
  searchText: SearchText;
  /** Of `searchText.body`, in its order. */
  textPieces: readonly TextPiece[];
  /** The category by the rules, if the Email was received. */
  category: CategoryGuess | null;
  /** The list or bulk sender that it comes from. */
  list: MailingList | null;
}

/** Characters that a preview may depend on. */
const PREVIEW_WINDOW = 20_000;
/** Octets that are parsed when the parser has failed or was too slow. */
const HEADER_WINDOW = 256 * 1024;

/** Maximum number of characters of names and addresses in the search index, the same as of text (readable-text.ts). */
const MAX_PEOPLE = 1_000_000;

function people(addresses: EmailAddress[] | null): string {
  const words: string[] = [];
  let length = 0;
  for (const { name, email } of addresses ?? []) {
    const each = name ? `${name} ${email}` : email;
    length += each.length + 1;
    if (length > MAX_PEOPLE) break;
    words.push(each);
  }
  return words.join(" ");
}

/** The preview of the first body part that has one. */
function previewFor(bytes: Uint8Array, textBody: readonly PartNode[], decode: PartDecoder): string {
  for (const part of textBody.filter(({ type }) => type.startsWith("text/"))) {
    const preview = previewOf(readableText(bytes, part, PREVIEW_WINDOW, decode(bytes, part)));
    if (preview !== "") return preview;
  }
  return "";
}

const namesIn = (structure: PartNode): string[] =>
  [...walkParts(structure)].flatMap((part) => (part.unpacked ? namesIn(part.unpacked) : (fileNameOf(part) ?? [])));

function assemble(fields: readonly EmailHeader[], structure: PartNode, bytes: Uint8Array): ParsedMessage {
  const headers = convenienceHeaders(fields);
  const lists = bodyLists(structure);
  const decode = createPartDecoder();
  const { text: body, pieces: textPieces } = searchableParts(bytes, structure, decode);
  const html = lists.htmlBody.find(({ type }) => type === "text/html");
  const names = namesIn(structure);
  return {
    headers,
    structure,
    hasAttachment: hasAttachment(lists),
    isAutomaticAnswer: isAutomaticAnswer(fields),
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
    textPieces,
    category: categorize({ headers, fields, type: structure.type, text: body, html: html ? decode(bytes, html) : "" }),
    list: mailingListOf(fields),
  };
}

/** Never throws: any input gives a result. Linear in its size. */
export function parseMessage(bytes: Uint8Array): ParsedMessage {
  const structure = scan(bytes);
  unpackContainers(bytes, structure);
  addSubjects(bytes, structure);
  return assemble(headersOf(bytes, structure.headerStart, structure.bodyStart), structure, bytes);
}

/**
 * Parses the beginning of a message for lists: its complete header, and some of its text. The search index gets
 * nothing of the text yet.
 * @param described the body structure according to the server of the message; null: unknown
 * @param isArrival whether a category is determined
 */
export function parseBeginning(bytes: Uint8Array, described: PartNode | null, isArrival: boolean): ParsedMessage {
  const scanned = scan(bytes);
  if (!described) addSubjects(bytes, scanned);
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
    isAutomaticAnswer: isAutomaticAnswer(fields),
    preview: previewFor(bytes, textBody, decode),
    searchText: words,
    textPieces: [],
    category: isArrival
      ? categorize({
          headers,
          fields,
          type: structure.type,
          text: searchableText(bytes, scanned, decode),
          html: html ? decode(bytes, html) : "",
        })
      : null,
    list: mailingListOf(fields),
  };
}

/** For a message that could not be parsed in time: its header, and the rest as one part. */
export function parseHeaderOnly(bytes: Uint8Array): ParsedMessage {
  const window = bytes.subarray(0, HEADER_WINDOW);
  const { headerStart, bodyStart } = scan(window);
  const header = window.subarray(0, bodyStart);
  const parsed = parseMessage(header);
  const whole = { type: "text/plain", charset: null, encoding: "binary", disposition: null, name: null, cid: null };
  const size = bytes.length - bodyStart;
  const range = { headerStart, bodyStart, bodyEnd: bytes.length, size };
  return {
    ...parsed,
    structure: { ...whole, ...range, partId: "1", subParts: null, language: null, location: null },
    hasAttachment: false,
    preview: "",
  };
}
