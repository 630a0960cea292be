import { guessLegacyCharset } from "./guess-charset.ts";

/**
 * Text of a file that names no charset: UTF-16 with its mark, UTF-8, or the legacy charset that it resembles most.
 * @param isWhole false: a character may be cut in two at the end
 */
export function decodeText(bytes: Uint8Array, isWhole = true): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: !isWhole });
  } catch {
    return new TextDecoder(guessLegacyCharset(bytes)).decode(bytes);
  }
}
