/** What of a letter the spam filter looks at: its words, as the search index has them. Pure. */
import { searchFields } from "../store/search/search-index.ts";

/** Words of one field that count, and characters of it that are looked at. */
const MAX_WORDS = 400;
const MAX_CHARACTERS = 20_000;
/** Longer ones are codes that never come again. */
const MAX_LENGTH = 24;

/** Fields that tell something; a word in the subject is another one than in the text. */
const marks: Readonly<Partial<Record<(typeof searchFields)[number], string>>> = {
  subject: "s",
  from: "f",
  body: "b",
  attachments: "a",
};

/** FNV-1a: numbers take less room than words, and nothing of a letter can be read from them. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at++) {
    hash ^= text.charCodeAt(at);
    hash = Math.imul(hash, 0x01_00_01_93);
  }
  return hash >>> 0;
}

function wordsOf(terms: string): Set<string> {
  const words = new Set<string>();
  for (const word of terms.slice(0, MAX_CHARACTERS).split(" ")) {
    if (word !== "" && word.length <= MAX_LENGTH) words.add(word);
    if (words.size === MAX_WORDS) break;
  }
  return words;
}

/** @param terms of the search index, in the order of searchFields @returns each once */
export function tokensOf(terms: readonly string[]): number[] {
  const tokens = new Set<number>();
  for (const [index, field] of searchFields.entries()) {
    const mark = marks[field];
    if (mark === undefined) continue;
    for (const word of wordsOf(terms[index] ?? "")) tokens.add(hashOf(`${mark}${word}`));
  }
  return [...tokens];
}
