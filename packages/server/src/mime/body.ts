/** Which parts are the text, the HTML and the attachments of a letter, and their content: RFC 8621 §4.1.4. Pure. */
import { decodeText, type DecodedText } from "./charset.ts";
import type { PartNode } from "./part.ts";
import { decodeContent, isKnownEncoding } from "./transfer-encoding.ts";

export interface BodyLists {
  textBody: PartNode[];
  htmlBody: PartNode[];
  attachments: PartNode[];
}

const isInlineMedia = (type: string): boolean => /^(image|audio|video)\//.test(type);

/** The algorithm of RFC 8621 §4.1.4, step by step. */
function gather(
  parts: readonly PartNode[],
  multipartType: string,
  inAlternative: boolean,
  html: PartNode[] | null,
  text: PartNode[] | null,
  attachments: PartNode[],
): void {
  const textLength = text ? text.length : -1;
  const htmlLength = html ? html.length : -1;
  parts.forEach((part, index) => {
    const isInline =
      part.disposition !== "attachment" &&
      (part.type === "text/plain" || part.type === "text/html" || isInlineMedia(part.type)) &&
      // A named part that is not the first is a file, unless it is media that the text goes on around
      (index === 0 || (multipartType !== "related" && (isInlineMedia(part.type) || part.name === null)));
    if (part.subParts) {
      const subtype = part.type.slice("multipart/".length);
      gather(part.subParts, subtype, inAlternative || subtype === "alternative", html, text, attachments);
      return;
    }
    if (!isInline) {
      attachments.push(part);
      return;
    }
    if (multipartType === "alternative") {
      if (part.type === "text/plain") text?.push(part);
      else if (part.type === "text/html") html?.push(part);
      else attachments.push(part);
      return;
    }
    let [intoText, intoHtml] = [text, html];
    if (inAlternative) {
      if (part.type === "text/plain") intoHtml = null;
      if (part.type === "text/html") intoText = null;
    }
    intoText?.push(part);
    intoHtml?.push(part);
    if ((!intoText || !intoHtml) && isInlineMedia(part.type)) attachments.push(part);
  });
  if (multipartType !== "alternative" || !text || !html) return;
  // Only one of the two was found: it stands for both
  if (textLength === text.length && htmlLength !== html.length) text.push(...html.slice(htmlLength));
  if (htmlLength === html.length && textLength !== text.length) html.push(...text.slice(textLength));
}

export function bodyLists(structure: PartNode): BodyLists {
  const lists: BodyLists = { textBody: [], htmlBody: [], attachments: [] };
  gather([structure], "mixed", false, lists.htmlBody, lists.textBody, lists.attachments);
  return lists;
}

/** Something that a person would look for: not the pictures that the HTML itself shows (RFC 8621 §4.1.4). */
export const hasAttachment = ({ attachments }: BodyLists): boolean =>
  attachments.some(
    ({ disposition, cid, type }) => disposition === "attachment" || cid === null || !isInlineMedia(type),
  );

/** Every part, depth first. */
export function* walkParts(node: PartNode): Generator<PartNode> {
  yield node;
  for (const part of node.subParts ?? []) yield* walkParts(part);
}

export function findPart(structure: PartNode, partId: string): PartNode | undefined {
  for (const part of walkParts(structure)) if (part.partId === partId) return part;
  return undefined;
}

/** The decoded content of a part. */
export const decodePart = (bytes: Uint8Array, { bodyStart, bodyEnd, encoding }: PartNode): Uint8Array =>
  decodeContent(bytes.subarray(bodyStart, bodyEnd), encoding);

/** What an HTML part itself says about its charset, for when its header says nothing or something impossible. */
function charsetHint(content: Uint8Array): string | undefined {
  const head = Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, 2048)).toString("latin1");
  return /<meta[^>]+charset\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1];
}

/** The text of a text part: decoded, line ends as LF (RFC 8621 §4.1.4). */
export function partText(bytes: Uint8Array, node: PartNode): DecodedText {
  const content = decodePart(bytes, node);
  const { value, isEncodingProblem } = decodeText(
    content,
    node.charset,
    node.type === "text/html" ? charsetHint(content) : undefined,
  );
  return {
    value: value.replace(/\r\n?/g, "\n"),
    isEncodingProblem: isEncodingProblem || !isKnownEncoding(node.encoding),
  };
}
