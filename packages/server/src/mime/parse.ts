/** What the store keeps of a message beside its bytes; all of it can be derived from them again. Pure. */
import type { EmailAddress, EmailHeaders } from "@pismo/jmap";
import { bodyLists, decodePart, hasAttachment, partText, walkParts } from "./body.ts";
import { convenienceHeaders, headersOf } from "./headers.ts";
import { htmlToText } from "./html-text.ts";
import { parseStructured } from "./parameters.ts";
import type { PartNode } from "./part.ts";
import { previewOf, unflow } from "./preview.ts";
import { scan } from "./scan.ts";

/** Plain text by the field that it is searched by. */
export interface SearchText {
  subject: string;
  from: string;
  to: string;
  cc: string;
  bcc: string;
  /** Text of text and HTML parts and of attached letters. */
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
}

/** Characters of body text that are searched; what lies behind is still shown. */
const MAX_SEARCH_TEXT = 1_000_000;
/** Letters attached to letters that are searched too. */
const MAX_NESTING = 3;

const people = (addresses: EmailAddress[] | null): string =>
  (addresses ?? []).map(({ name, email }) => (name ? `${name} ${email}` : email)).join(" ");

/** Text of a text/plain part as it is read: format=flowed put together (RFC 3676). */
export function readableText(bytes: Uint8Array, node: PartNode): string {
  const { value } = partText(bytes, node);
  if (node.type === "text/html") return htmlToText(value);
  const contentType = headersOf(bytes, node.headerStart, node.bodyStart).find(
    ({ name }) => name.toLowerCase() === "content-type",
  );
  const { params } = parseStructured(contentType?.value ?? "");
  if (params.get("format")?.toLowerCase() !== "flowed") return value;
  return unflow(value, params.get("delsp")?.toLowerCase() === "yes");
}

function previewFor(bytes: Uint8Array, structure: PartNode): string {
  const [plain] = bodyLists(structure).textBody.filter(({ type }) => type.startsWith("text/"));
  if (!plain) return "";
  if (plain.type === "text/html")
    return previewOf(htmlToText(partText(bytes, plain).value, { skipHidden: true, limit: 20_000 }));
  return previewOf(readableText(bytes, plain));
}

/** The words of all text parts, each once: of an alternative only the first that has any. */
function collectText(bytes: Uint8Array, structure: PartNode, nesting: number, out: string[]): void {
  const { textBody, htmlBody } = bodyLists(structure);
  const bodies = new Set([...textBody, ...htmlBody]);
  let length = out.reduce((sum, text) => sum + text.length, 0);
  for (const part of walkParts(structure)) {
    if (length >= MAX_SEARCH_TEXT) return;
    if (part.type === "message/rfc822" && nesting < MAX_NESTING) {
      const inner = decodePart(bytes, part);
      const tree = scan(inner);
      const { subject, from } = convenienceHeaders(headersOf(inner, tree.headerStart, tree.bodyStart));
      out.push(`${subject ?? ""} ${people(from)}`);
      collectText(inner, tree, nesting + 1, out);
    } else if (bodies.has(part) && part.type.startsWith("text/")) {
      const text = readableText(bytes, part).slice(0, MAX_SEARCH_TEXT - length);
      length += text.length;
      out.push(text);
    }
  }
}

/** Of an alternative the same words come twice; what both have is indexed once. */
const withoutRepeats = (texts: string[]): string => [...new Set(texts)].join("\n");

/** Never throws: whatever arrives gives a result. Time grows with the size alone. */
export function parseMessage(bytes: Uint8Array): ParsedMessage {
  const structure = scan(bytes);
  const headers = convenienceHeaders(headersOf(bytes, structure.headerStart, structure.bodyStart));
  const body: string[] = [];
  collectText(bytes, structure, 0, body);
  const names = [...walkParts(structure)].flatMap(({ name }) => name ?? []);
  return {
    headers,
    structure,
    hasAttachment: hasAttachment(bodyLists(structure)),
    preview: previewFor(bytes, structure),
    searchText: {
      subject: headers.subject ?? "",
      from: people(headers.from),
      to: people(headers.to),
      cc: people(headers.cc),
      bcc: people(headers.bcc),
      body: withoutRepeats(body),
      attachments: names.join(" "),
    },
  };
}

/** For a message that the parser could not finish in time: its header and its bytes as one part. */
export function parseHeaderOnly(bytes: Uint8Array): ParsedMessage {
  const head = bytes.subarray(0, 256 * 1024);
  const { structure, headers, searchText } = parseMessage(head.subarray(0, scan(head).bodyStart));
  const { headerStart, bodyStart } = structure;
  const whole = { ...structure, type: "text/plain", charset: null, partId: "1", subParts: null, encoding: "binary" };
  const size = bytes.length - bodyStart;
  return {
    headers,
    structure: { ...whole, headerStart, bodyStart, bodyEnd: bytes.length, size },
    hasAttachment: false,
    preview: "",
    searchText: { ...searchText, body: "", attachments: "" },
  };
}
