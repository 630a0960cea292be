/**
 * From BODYSTRUCTURE (RFC 9051 §7.5.2) to the tree of parts that our scanner would find: the same part numbers, and
 * approximate sizes. Offsets of parts are not known until the message is here. Pure.
 */
import { asText } from "../../../mime/headers/headers.ts";
import { mediaFields } from "../../../mime/headers/media-fields.ts";
import { decodeRaw } from "../../../mime/headers/parameters.ts";
import { isNamelessLetter, shortSubject } from "../../../mime/parse/letter-subjects.ts";
import type { PartNode } from "../../../mime/parse/part.ts";
import type { Token } from "../pull/fetch-answer.ts";

/** 57 octets make a line of 76 characters and CRLF. */
const BASE64_LINE = { octets: 57, characters: 78 };

const textOf = (token: Token | undefined): string => (typeof token === "string" ? token : "");
const listOf = (token: Token | undefined): readonly Token[] => (Array.isArray(token) ? token : []);

/** ("name" "a.png" "charset" "utf-8") in the syntax of a header field. */
function parameters(token: Token | undefined): string {
  const list = listOf(token);
  let text = "";
  for (let at = 0; at + 1 < list.length; at += 2) {
    const [name, value] = [textOf(list[at]), textOf(list[at + 1])];
    // RFC 2231 values are not quoted.
    const isExtended = name.endsWith("*") && /^[^\s"();,]*$/.test(value);
    text += `; ${name}=${isExtended ? value : `"${value.replaceAll(/["\\]/g, "\\$&")}"`}`;
  }
  return text;
}

const dispositionOf = (token: Token | undefined): string | undefined => {
  const [kind, params] = listOf(token);
  return textOf(kind) === "" ? undefined : textOf(kind) + parameters(params);
};

const languagesOf = (token: Token | undefined): string | undefined =>
  (Array.isArray(token) ? token.map(textOf).join(", ") : textOf(token)) || undefined;

type Media = ReturnType<typeof mediaFields>["node"];

/** Most parts have the same few fields: parsed ones are cached. */
const cache = new Map<string, Media>();
const MAX_CACHED = 2000;

function mediaOf(fields: Record<string, string | undefined>, implied: string): Media {
  const given = Object.entries(fields).filter((field): field is [string, string] => Boolean(field[1]));
  const key = given.join("\n");
  let media = cache.get(key);
  if (!media) {
    media = mediaFields(new Map(given), implied).node;
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(key, media);
  }
  return media;
}

const noOffsets = { headerStart: 0, bodyStart: 0, bodyEnd: 0 };

function decodedSize(octets: number, encoding: string): number {
  return encoding === "base64" ? Math.floor((octets * BASE64_LINE.octets) / BASE64_LINE.characters) : octets;
}

function leaf(part: readonly Token[], path: string): PartNode {
  const [type, subtype, params, id, , encoding, size, ...rest] = part;
  const media = `${textOf(type)}/${textOf(subtype)}`.toLowerCase();
  // An attached message has its envelope, parts and line count after its size, a text its line count.
  const isMessage = media === "message/rfc822" || media === "message/global";
  const [, disposition, language, location] = rest.slice(isMessage ? 3 : media.startsWith("text/") ? 1 : 0);
  const node = mediaOf(
    {
      "content-type": media + parameters(params),
      "content-id": textOf(id),
      "content-transfer-encoding": textOf(encoding),
      "content-disposition": dispositionOf(disposition),
      "content-language": languagesOf(language),
      "content-location": textOf(location),
    },
    "text/plain",
  );
  const octets = Number(textOf(size)) || 0;
  const [, title] = listOf(isMessage ? rest[0] : undefined);
  const subject = isNamelessLetter(node) ? shortSubject(asText(decodeRaw(textOf(title)))) : null;
  return {
    ...node,
    ...noOffsets,
    ...(subject !== null && { subject }),
    partId: path || "1",
    size: decodedSize(octets, node.encoding),
    subParts: null,
  };
}

function multipart(part: readonly Token[], path: string): PartNode {
  const count = part.findIndex((token) => !Array.isArray(token));
  const parts = part.slice(0, count < 0 ? part.length : count);
  const [subtype, params, disposition, language, location] = part.slice(parts.length);
  const node = mediaOf(
    {
      "content-type": `multipart/${textOf(subtype).toLowerCase() || "mixed"}${parameters(params)}`,
      "content-disposition": dispositionOf(disposition),
      "content-language": languagesOf(language),
      "content-location": textOf(location),
    },
    "multipart/mixed",
  );
  const subParts = parts.map((sub, index) => nodeOf(listOf(sub), path ? `${path}.${index + 1}` : `${index + 1}`));
  return { ...node, ...noOffsets, partId: null, size: subParts.reduce((sum, { size }) => sum + size, 0), subParts };
}

const nodeOf = (part: readonly Token[], path: string): PartNode =>
  Array.isArray(part[0]) ? multipart(part, path) : leaf(part, path);

/** null: the structure is missing or invalid. */
export function partsOf(structure: Token | undefined): PartNode | null {
  return Array.isArray(structure) && structure.length > 1 ? nodeOf(structure, "") : null;
}
