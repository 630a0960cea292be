/** Encoded words (RFC 2047): common errors are corrected before postal-mime decodes them. */
import { decodeWords } from "postal-mime";
import { decodeText, mislabelledUtf8, normalizeCharset } from "../text/charset.ts";

const WORD = /=\?([^?*\s]+)(?:\*[^?\s]*)?\?([QqBb])\?([^?]*)\?=/g;
/** Longer text is decoded in pieces, because joining very many words costs the square of their number. */
const PIECE = 16_384;

/** Specials that would end a display name or an address where a sender did not encode them (RFC 2047 §5 (3)). */
const specials = /[,;:<>()"@[\]\\]/g;

const quoteOctet = (char: string): string => `=${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;

/**
 * Unifies the spelling of charset labels, so that a character split over words labelled "UTF-8" and "utf-8"
 * is joined; encodes specials inside words, so that an address parser does not see them.
 */
export function tidyEncodedWords(text: string): string {
  if (!text.includes("=?")) return text;
  return text.replace(WORD, (_, label: string, encoding: string, payload: string) => {
    const charset = normalizeCharset(label);
    const kind = encoding.toUpperCase();
    // Charsets that the decoder lacks, and unknown labels. They stay encoded, so that no address parser sees their specials.
    if (!charset || charset === "utf-7") {
      const { value } = decodeText(payloadBytes(payload, kind), label);
      return `=?utf-8?B?${Buffer.from(value).toString("base64")}?=`;
    }
    const word = kind === "Q" ? payload.replace(specials, quoteOctet).replace(/\s/g, "_") : payload;
    return `=?${charset}?${kind}?${word}?=`;
  });
}

function payloadBytes(payload: string, kind: string): Uint8Array {
  if (kind === "B") return Buffer.from(payload, "base64");
  const text = payload.replace(/_/g, " ");
  return Buffer.from(
    text.replace(/=([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    "latin1",
  );
}

/**
 * Encodes octets above 127 in "Q" words, which RFC 2047 §4.2 forbids: they are of the word's own
 * charset, and decoding the field as one text would use another.
 * @param latin1 a field's value, one character an octet
 */
export const encodeRawOctets = (latin1: string): string =>
  latin1.replace(WORD, (word, label: string, encoding: string, payload: string) => {
    if (encoding.toUpperCase() !== "Q" || !/[\x80-\xff]/.test(payload)) return word;
    const charset = normalizeCharset(label);
    const isUtf8 = charset !== undefined && mislabelledUtf8(payloadBytes(payload, "Q"), charset) !== undefined;
    return `=?${isUtf8 ? "utf-8" : label}?Q?${payload.replace(/[\x80-\xff]/g, quoteOctet)}?=`;
  });

/** Decodes the encoded words in a text. */
export function decodeEncodedWords(text: string): string {
  if (!text.includes("=?")) return text;
  const tidy = tidyEncodedWords(text);
  if (tidy.length <= PIECE) return decodeWords(tidy);
  let out = "";
  for (let start = 0; start < tidy.length;) {
    const space = tidy.indexOf(" ", start + PIECE);
    const end = space < 0 ? tidy.length : space;
    out += decodeWords(tidy.slice(start, end));
    start = end;
  }
  return out;
}
