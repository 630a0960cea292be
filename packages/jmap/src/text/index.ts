/** Charsets of text that declares none. */
export { decodeText } from "./decode-text.ts";
export { guessLegacyCharset } from "./guess-charset.ts";
