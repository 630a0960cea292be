/** Text of header fields that this folder writes itself: RFC 2047. */

/** ASCII beyond this might make a line longer than may be (RFC 5322 §2.1.1). */
const LONGEST_PLAIN = 500;

/**
 * Words of at most 75 characters, whole characters in each; ASCII stays as it is.
 * @param isPhrase a display name: ASCII goes into quotes (RFC 5322 §3.2.5)
 */
export function encodedWords(text: string, isPhrase = false): string {
  // "=?" as it stands would be taken for an encoded word.
  const isPlain = /^[\x20-\x7e]*$/.test(text) && text.length <= LONGEST_PLAIN && !text.includes("=?");
  if (isPlain) return isPhrase ? `"${text.replaceAll(/["\\]/g, "\\$&")}"` : text;
  const pieces = text.replaceAll(/\p{Cc}/gu, " ").match(/.{1,11}/gsu) ?? [];
  return pieces.map((piece) => `=?utf-8?B?${Buffer.from(piece).toString("base64")}?=`).join("\r\n ");
}
