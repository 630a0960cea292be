/** Body parts and body values of JMAP: RFC 8621 §4.1.4, §4.2. Pure. */
import type { EmailBodyPart, EmailBodyValue, EmailHeader, Id } from "@pismo/jmap";
import { type BodyLists, partText, walkParts } from "./body.ts";
import { parseHeaderProperty } from "../compose/compose.ts";
import { headerForm, headersOf, headerValues } from "../headers/headers.ts";
import type { PartNode } from "./part.ts";
import { octetsAround } from "./unpack.ts";

/** RFC 8621 §4.2. */
export const defaultBodyProperties = [
  "partId",
  "blobId",
  "size",
  "name",
  "type",
  "charset",
  "disposition",
  "cid",
  "language",
  "location",
] as const;

const plainProperties = new Set<string>([...defaultBodyProperties, "headers", "subParts"]);

export const isBodyProperty = (property: string): boolean =>
  plainProperties.has(property) || parseHeaderProperty(property) !== undefined;

/** Whether a property can only be computed from the message's bytes. */
export const needsBytes = (property: string): boolean => property === "headers" || property.startsWith("header:");

export interface BodyPartSource {
  /** The blob id of a leaf. */
  blobIdOf(partId: string): Id;
  /** Required when one of the properties `needsBytes`. */
  bytes?: Uint8Array | undefined;
}

function partProperty(node: PartNode, property: string, headers: () => EmailHeader[], source: BodyPartSource): unknown {
  switch (property) {
    case "blobId":
      return node.partId === null ? null : source.blobIdOf(node.partId);
    case "headers":
      return headers();
    case "subParts":
      return null;
    case "partId":
    case "size":
    case "name":
    case "type":
    case "charset":
    case "disposition":
    case "cid":
    case "language":
    case "location":
      return node[property];
    default: {
      const header = parseHeaderProperty(property);
      return header ? headerForm(headerValues(headers(), header.name), header.form, header.all) : null;
    }
  }
}

/** A part with the requested properties; a multipart always has its parts. */
export function toBodyPart(
  node: PartNode,
  properties: readonly string[],
  source: BodyPartSource,
): Partial<EmailBodyPart> {
  let list: EmailHeader[] | undefined;
  const headers = (): EmailHeader[] =>
    (list ??= source.bytes ? headersOf(octetsAround(source.bytes, node), node.headerStart, node.bodyStart) : []);
  const part: Record<string, unknown> = {};
  for (const property of properties) part[property] = partProperty(node, property, headers, source);
  if (node.subParts) part["subParts"] = node.subParts.map((child) => toBodyPart(child, properties, source));
  return part;
}

export interface BodyValueOptions {
  fetchTextBodyValues?: boolean | undefined;
  fetchHTMLBodyValues?: boolean | undefined;
  fetchAllBodyValues?: boolean | undefined;
  /** Octets; 0 means no limit. */
  maxBodyValueBytes?: number | undefined;
}

/** Truncates to `limit` octets of UTF-8, not within a character, nor within a tag of HTML (RFC 8621 §4.2). */
export function truncate(value: string, limit: number, isHtml: boolean): string {
  if (limit === 0 || Buffer.byteLength(value) <= limit) return value;
  const bytes = Buffer.from(value);
  let end = limit;
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--;
  const cut = bytes.toString("utf8", 0, end);
  if (!isHtml) return cut;
  const open = cut.lastIndexOf("<");
  return open > cut.lastIndexOf(">") ? cut.slice(0, open) : cut;
}

/** Values of the requested text parts, by partId. */
export function bodyValuesOf(
  bytes: Uint8Array,
  structure: PartNode,
  { textBody, htmlBody }: BodyLists,
  options: BodyValueOptions,
): Record<string, EmailBodyValue> {
  const wanted = new Set<PartNode>();
  if (options.fetchTextBodyValues) textBody.forEach((part) => wanted.add(part));
  if (options.fetchHTMLBodyValues) htmlBody.forEach((part) => wanted.add(part));
  if (options.fetchAllBodyValues)
    for (const part of walkParts(structure)) {
      wanted.add(part);
      for (const inner of part.unpacked ? walkParts(part.unpacked) : []) wanted.add(inner);
    }
  const values: Record<string, EmailBodyValue> = {};
  for (const part of wanted) {
    if (part.partId === null || !part.type.startsWith("text/")) continue;
    const { value, isEncodingProblem } = partText(bytes, part);
    const shown = truncate(value, options.maxBodyValueBytes ?? 0, part.type === "text/html");
    values[part.partId] = { value: shown, isEncodingProblem, isTruncated: shown.length < value.length };
  }
  return values;
}
