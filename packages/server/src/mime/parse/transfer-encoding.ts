/** Decodes Content-Transfer-Encodings (RFC 2045 §6), tolerant of the errors in real mail. */
import { decodeBase64, sizeOfBase64 } from "./base64.ts";
import { decodeQuotedPrintable, sizeOfQuotedPrintable } from "./quoted-printable.ts";
import { decodeUuencode } from "./uuencode.ts";

interface TransferEncoding {
  decode(content: Uint8Array): Uint8Array;
  size(content: Uint8Array): number;
}

const base64: TransferEncoding = { decode: decodeBase64, size: sizeOfBase64 };
const quotedPrintable: TransferEncoding = { decode: decodeQuotedPrintable, size: sizeOfQuotedPrintable };
const uuencode: TransferEncoding = { decode: decodeUuencode, size: (content) => decodeUuencode(content).length };
const identity: TransferEncoding = { decode: (content) => content, size: (content) => content.length };

const encodings = new Map<string, TransferEncoding>([
  ["7bit", identity],
  ["8bit", identity],
  ["binary", identity],
  ["base64", base64],
  ["quoted-printable", quotedPrintable],
  ["x-uuencode", uuencode],
  ["x-uue", uuencode],
  ["uuencode", uuencode],
  ["uue", uuencode],
]);

const lookup = (encoding: string): TransferEncoding => encodings.get(encoding) ?? identity;

export const isKnownEncoding = (encoding: string): boolean => encodings.has(encoding);

/** The decoded octets; content in an unknown encoding is unchanged. Never throws. */
export const decodeContent = (content: Uint8Array, encoding: string): Uint8Array => lookup(encoding).decode(content);

/** The number of octets that `decodeContent` would return. */
export const decodedSize = (content: Uint8Array, encoding: string): number => lookup(encoding).size(content);
