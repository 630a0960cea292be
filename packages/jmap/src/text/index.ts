/** Text: charsets where none is declared, and the words of it. */
export { decodeText } from "./decode-text.ts";
export { guessLegacyCharset } from "./guess-charset.ts";
export { invisible, wordPattern } from "./words.ts";
