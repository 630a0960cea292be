/**
 * The folded form of each character of plain text, so that its words are found in one pass over it: Latin, Greek and
 * Cyrillic, signs and emoji. Any other text is folded as a whole (fold.ts), which gives the same words. Pure.
 */
import { foldUsual } from "./fold.ts";

/** Not part of a word; folded letters and digits are greater than both constants. */
export const SEPARATOR = 0;
/** Ignored: the word continues after it. */
export const SKIPPED = 1;

/** The flag of a character whose text is not plain. */
const FOREIGN = 1;

const plainRanges = [
  [0, 0x52f],
  [0x2000, 0x206f],
  [0x20a0, 0x20bf],
  [0x2100, 0x214f],
  [0x2190, 0x21ff],
  [0x25a0, 0x27bf],
] as const;
/** Its small form depends on what follows. */
const SIGMA = 0x3a3;
/** Grapheme joiner, variation selectors, and what is not seen inside of words. */
const traceless = [0x34f, 0xfe0f, 0xad, 0x200b, 0x200c, 0x200d, 0x2060, 0xfeff];
/** High surrogates of emoji; those of the last two encode letters as well. */
const [EMOJI, EMOJI_FROM_DF00, EMOJI_UP_TO_DF00] = [0xd83d, 0xd83c, 0xd83e];

const oneOfWord = /^[\p{L}\p{N}]$/u;
const anyOfWord = /[\p{L}\p{M}\p{N}]/u;

interface Tables {
  folded: Uint16Array;
  flags: Uint8Array;
}

function makeTables(): Tables {
  const folded = new Uint16Array(0x10000);
  const flags = new Uint8Array(0x10000).fill(FOREIGN);
  for (const [first, last] of plainRanges) {
    for (let code: number = first; code <= last; code++) {
      const char = String.fromCharCode(code);
      if (code === SIGMA || /\p{M}/u.test(char)) continue;
      const alone = foldUsual(char);
      const isLetter = oneOfWord.test(alone);
      if (isLetter) folded[code] = alone.charCodeAt(0);
      if (isLetter || !anyOfWord.test(alone)) flags[code] = 0;
    }
  }
  for (const code of traceless) folded[code] = SKIPPED;
  for (const code of [...traceless, EMOJI, EMOJI_FROM_DF00, EMOJI_UP_TO_DF00]) flags[code] = 0;
  flags.fill(0, 0xdc00, 0xe000);
  return { folded, flags };
}

let tables: Tables | undefined;

/** The folded code unit of each, or SEPARATOR, or SKIPPED; undefined where the text is not plain. */
export function foldedUnitsFor(text: string): Uint16Array | undefined {
  tables ??= makeTables();
  const { flags, folded } = tables;
  let seen = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    seen |= flags[code]!;
    if (code === EMOJI_FROM_DF00 && !(text.charCodeAt(at + 1) >= 0xdf00)) return undefined;
    if (code === EMOJI_UP_TO_DF00 && !(text.charCodeAt(at + 1) < 0xdf00)) return undefined;
  }
  return seen === 0 ? folded : undefined;
}
