/** Text, HTML and attachments of a message, and the content of its parts: RFC 8621 §4.1.4. Pure. */
import { decodeText, type DecodedText } from "../text/charset.ts";
import type { PartNode } from "./part.ts";
import { decodeContent, isKnownEncoding } from "./transfer-encoding.ts";
import { octetsAround } from "./unpack.ts";

export interface BodyLists {
  textBody: PartNode[];
  htmlBody: PartNode[];
  attachments: PartNode[];
}

const isInlineMedia = (type: string): boolean => /^(image|audio|video)\//.test(type);

function isBodyPart(part: PartNode, index: number, multipart: string): boolean {
  if (part.disposition === "attachment") return false;
  const isMedia = isInlineMedia(part.type);
  if (part.type !== "text/plain" && part.type !== "text/html" && !isMedia) return false;
  // After the first part, those of multipart/related belong to it, and text with a name is a file.
  return index === 0 || (multipart !== "related" && (isMedia || part.name === null));
}

/** A list is null where parts of this alternative must not be added to it. */
interface OpenLists {
  textBody: PartNode[] | null;
  htmlBody: PartNode[] | null;
  attachments: PartNode[];
}

/** The algorithm of RFC 8621 §4.1.4, step by step. */
function gather(parts: readonly PartNode[], multipart: string, inAlternative: boolean, given: OpenLists): void {
  const lists = { ...given };
  const textLength = lists.textBody?.length ?? -1;
  const htmlLength = lists.htmlBody?.length ?? -1;
  for (const [index, part] of parts.entries()) {
    if (part.subParts) {
      const subtype = part.type.slice("multipart/".length);
      gather(part.subParts, subtype, inAlternative || subtype === "alternative", lists);
    } else if (!isBodyPart(part, index, multipart)) {
      lists.attachments.push(part);
    } else if (multipart === "alternative") {
      if (part.type === "text/plain") lists.textBody?.push(part);
      else if (part.type === "text/html") lists.htmlBody?.push(part);
      else lists.attachments.push(part);
    } else {
      if (inAlternative && part.type === "text/plain") lists.htmlBody = null;
      if (inAlternative && part.type === "text/html") lists.textBody = null;
      lists.textBody?.push(part);
      lists.htmlBody?.push(part);
      if ((!lists.textBody || !lists.htmlBody) && isInlineMedia(part.type)) lists.attachments.push(part);
    }
  }
  const { textBody: text, htmlBody: html } = lists;
  if (multipart !== "alternative" || !text || !html) return;
  // Only one of the two was found: it is used for both.
  const hasText = text.length > textLength;
  const hasHtml = html.length > htmlLength;
  if (hasHtml && !hasText) text.push(...html.slice(htmlLength));
  if (hasText && !hasHtml) html.push(...text.slice(textLength));
}

const hasContent = (parts: readonly PartNode[]): boolean => parts.some(({ size }) => size > 0);
const hasHtml = (parts: readonly PartNode[]): boolean => parts.some(({ type }) => type === "text/html");

/**
 * Replaces containers by their content: files, and text where the message has none, or none in HTML.
 * RFC 8621 does not know containers; bodyStructure has them as they are.
 */
function withUnpacked({ textBody, htmlBody, attachments }: BodyLists): BodyLists {
  const inner = attachments.flatMap(({ unpacked }) => (unpacked ? [bodyLists(unpacked)] : []));
  const first = inner.find((lists) => hasContent(lists.textBody) || hasContent(lists.htmlBody));
  const isWordless = !hasContent(textBody) && !hasContent(htmlBody);
  return {
    textBody: first && isWordless ? first.textBody : textBody,
    htmlBody: first && (isWordless || (!hasHtml(htmlBody) && hasHtml(first.htmlBody))) ? first.htmlBody : htmlBody,
    attachments: attachments.flatMap((part) => (part.unpacked ? bodyLists(part.unpacked).attachments : part)),
  };
}

export function bodyLists(structure: PartNode): BodyLists {
  const lists: BodyLists = { textBody: [], htmlBody: [], attachments: [] };
  gather([structure], "mixed", false, lists);
  return lists.attachments.some(({ unpacked }) => unpacked) ? withUnpacked(lists) : lists;
}

/**
 * Whether an attachment is a file for people, not an image that the HTML displays.
 * RFC 8621 §4.1.4 counts parts that are not inline; we count inline files too, as some programs declare every file inline.
 */
export const isFile = ({ disposition, cid, type }: Pick<PartNode, "disposition" | "cid" | "type">): boolean =>
  !isInlineMedia(type) || disposition === "attachment" || (disposition !== "inline" && cid === null);

export const hasAttachment = ({ attachments }: BodyLists): boolean => attachments.some(isFile);

/** Every part, depth first, without the content of containers. */
export function* walkParts(node: PartNode): Generator<PartNode> {
  yield node;
  for (const part of node.subParts ?? []) yield* walkParts(part);
}

/** The parts with content, in order. */
export const leaves = (structure: PartNode): PartNode[] =>
  [...walkParts(structure)].filter((part) => part.subParts === null);

export function findPart(structure: PartNode, partId: string): PartNode | undefined {
  for (const part of walkParts(structure)) if (part.partId === partId) return part;
  return undefined;
}

/** The decoded content of a part of the message `bytes`. */
export const decodePart = (bytes: Uint8Array, part: PartNode): Uint8Array =>
  decodeContent(octetsAround(bytes, part).subarray(part.bodyStart, part.bodyEnd), part.encoding);

/** The charset in the meta element of an HTML part, for headers with none or an impossible one. */
function charsetHint(content: Uint8Array): string | undefined {
  const head = Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, 2048)).toString("latin1");
  return /<meta[^>]+charset\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1];
}

/** The text of a text part: decoded, CRLF as LF (RFC 8621 §4.1.4). */
export function partText(bytes: Uint8Array, node: PartNode): DecodedText {
  const content = decodePart(bytes, node);
  const { value, isEncodingProblem } = decodeText(
    content,
    node.charset,
    node.type === "text/html" ? charsetHint(content) : undefined,
  );
  return {
    value: value.replaceAll("\r\n", "\n"),
    isEncodingProblem: isEncodingProblem || !isKnownEncoding(node.encoding),
  };
}
