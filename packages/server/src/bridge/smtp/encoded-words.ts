/** Longer ASCII might exceed the maximum length of a line (RFC 5322 §2.1.1). */
const MAX_PLAIN_CHARS = 500;

/**
 * Encodes text of a header field (RFC 2047): words of at most 75 characters without split characters; ASCII is unchanged.
 * @param isPhrase a display name: ASCII is quoted (RFC 5322 §3.2.5)
 */
export function encodedWords(text: string, isPhrase = false): string {
  // A literal "=?" would be read as an encoded word.
  const isPlain = /^[\x20-\x7e]*$/.test(text) && text.length <= MAX_PLAIN_CHARS && !text.includes("=?");
  if (isPlain) return isPhrase ? `"${text.replaceAll(/["\\]/g, "\\$&")}"` : text;
  const pieces = text.replaceAll(/\p{Cc}/gu, " ").match(/.{1,11}/gsu) ?? [];
  return pieces.map((piece) => `=?utf-8?B?${Buffer.from(piece).toString("base64")}?=`).join("\r\n ");
}
