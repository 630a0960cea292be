/** The Content-* fields of a part (RFC 8621 §4.1.4, RFC 2045, RFC 2183, RFC 2392, RFC 3282, RFC 2557). */
import { decodeRaw, parseStructured, stripComments } from "./parameters.ts";
import type { PartNode } from "../parse/part.ts";

export interface MediaFields {
  node: Omit<PartNode, "partId" | "headerStart" | "bodyStart" | "bodyEnd" | "size" | "subParts">;
  boundary: string | null;
}

const unfold = (raw: string): string => stripComments(raw.replace(/[\r\n]+/g, "")).trim();

const MEDIA_TYPE = /^[\w!#$&^.+*'`{}|~%-]+\/[\w!#$&^.+*'`{}|~%-]+$/;

function fileName(params: ReadonlyMap<string, string>, key: string): string | null {
  const name = params
    .get(key)
    ?.replace(/\p{Cc}+/gu, " ")
    .trim();
  return name ? name.normalize("NFC") : null;
}

function contentId(raw: string | undefined): string | null {
  if (raw === undefined) return null;
  const text = unfold(raw).replace(/\s+/g, "");
  return /<([^<>]+)>/.exec(text)?.[1] ?? (/^[^<>]+$/.test(text) ? text : null);
}

function languages(raw: string | undefined): string[] | null {
  if (raw === undefined) return null;
  const tags = unfold(raw)
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
  return tags.length > 0 ? tags : null;
}

/**
 * `fields` holds raw values by lower-case name, one character an octet. A Content-Type that cannot be parsed
 * counts as absent (RFC 2045 §5.2); `implied` is the default type.
 */
export function mediaFields(fields: ReadonlyMap<string, string>, implied: string): MediaFields {
  const contentType = parseStructured(fields.get("content-type") ?? "");
  const disposition = parseStructured(fields.get("content-disposition") ?? "");
  const type = MEDIA_TYPE.test(contentType.value) ? contentType.value : implied;
  const location = fields.get("content-location");
  const boundary = contentType.params.get("boundary")?.trimEnd();
  return {
    boundary: boundary || null,
    node: {
      type,
      charset: contentType.params.get("charset") || (type.startsWith("text/") ? "us-ascii" : null),
      name: fileName(disposition.params, "filename") ?? fileName(contentType.params, "name"),
      disposition: disposition.value || null,
      cid: contentId(fields.get("content-id")),
      language: languages(fields.get("content-language")),
      location: location === undefined ? null : decodeRaw(location.replace(/\s+/g, "")) || null,
      encoding: (/^[^\s;]+/.exec(unfold(fields.get("content-transfer-encoding") ?? ""))?.[0] ?? "7bit")
        .replace(/^"|"$/g, "")
        .toLowerCase(),
    },
  };
}
