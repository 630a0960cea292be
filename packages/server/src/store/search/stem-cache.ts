/**
 * A cache of recent words with their stems, as code units in one array: each word has one slot, and the last one replaces
 * the others. A Map of the same size is three times slower, and would need a string for each word.
 */
import { stemOf } from "./stems.ts";

/** A power of two. */
const SLOTS = 1 << 16;
/** Code units of the longest word that is cached. */
const LONGEST = 24;
/** Code units of the longest suffix that replaces a word's ending in its stem. */
const LONGEST_TAIL = 5;

/** The layout of a slot: three lengths, the word, and the stem's part after their common prefix. */
const [LENGTH, SHARED, TAIL_LENGTH, WORD] = [0, 1, 2, 3];
const TAIL = WORD + LONGEST;
const WIDTH = TAIL + LONGEST_TAIL;

export class StemCache {
  /** All slots, one after the other. */
  readonly #units = new Uint16Array(SLOTS * WIDTH);
  /** The number of the text in which a slot's form occurred last. */
  readonly #lastText = new Uint32Array(SLOTS);
  #text = 1;
  /** Forms of this text that were evicted, or were never cached. */
  readonly #evicted = new Set<string>();
  #stems: Uint16Array = new Uint16Array(0);
  #forms: Uint16Array = new Uint16Array(0);
  #stemsEnd = 0;
  #formsEnd = 0;

  /** @param length code units of the text: an upper bound for its words and the spaces between them */
  begin(length: number): void {
    if (this.#stems.length <= length || this.#stems.length > 1 << 18) {
      this.#stems = new Uint16Array(Math.max(1 << 13, 2 * length + 2));
      this.#forms = new Uint16Array(Math.max(1 << 13, length + 1));
    }
    this.#stemsEnd = 0;
    this.#formsEnd = 0;
    this.#text++;
    if (this.#evicted.size > 0) this.#evicted.clear();
  }

  /** Adds the next folded word of the text: the first `length` code units of `word`. */
  add(word: Uint16Array, length: number): void {
    if (length > LONGEST) return this.#addStrings(word, length);
    const units = this.#units;
    let hash = length;
    for (let at = 0; at < length; at++) hash = Math.imul(hash, 31) + word[at]!;
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    const start = slot * WIDTH;
    let same = units[start + LENGTH] === length ? 0 : -1;
    while (same >= 0 && same < length) same = units[start + WORD + same] === word[same] ? same + 1 : -1;
    if (same < 0 && !this.#fill(slot, word, length)) return this.#addStrings(word, length);

    const stems = this.#stems;
    let end = this.#stemsEnd;
    const shared = units[start + SHARED]!;
    const tail = units[start + TAIL_LENGTH]!;
    for (let at = 0; at < shared; at++) stems[end++] = word[at]!;
    for (let at = 0; at < tail; at++) stems[end++] = units[start + TAIL + at]!;
    stems[end++] = SPACE;
    this.#stemsEnd = end;
    const isForm = tail > 0 || shared < length;
    if (isForm && this.#lastText[slot] !== this.#text) this.#addForm(slot, word, length);
  }

  /** Stems in their order, then the words that are not their own stem, each once. */
  terms(): string {
    const end = this.#stemsEnd + this.#formsEnd;
    if (end === 0) return "";
    this.#stems.set(this.#forms.subarray(0, this.#formsEnd), this.#stemsEnd);
    return textOf(this.#stems, end - 1);
  }

  /** Puts a word into the slot. @returns false if its stem differs too much to fit */
  #fill(slot: number, word: Uint16Array, length: number): boolean {
    const units = this.#units;
    const start = slot * WIDTH;
    const folded = textOf(word, length);
    const stemmed = stemOf(folded);
    let shared = 0;
    while (shared < length && stemmed.charCodeAt(shared) === word[shared]) shared++;
    const tail = stemmed.length - shared;
    if (tail > LONGEST_TAIL) return false;
    if (this.#lastText[slot] === this.#text) {
      this.#evicted.add(textOf(units.subarray(start + WORD, start + TAIL), units[start + LENGTH]!));
      this.#lastText[slot] = 0;
    }
    units[start + LENGTH] = length;
    units[start + SHARED] = shared;
    units[start + TAIL_LENGTH] = tail;
    for (let at = 0; at < length; at++) units[start + WORD + at] = word[at]!;
    for (let at = 0; at < tail; at++) units[start + TAIL + at] = stemmed.charCodeAt(shared + at);
    return true;
  }

  #addForm(slot: number, word: Uint16Array, length: number): void {
    this.#lastText[slot] = this.#text;
    if (this.#evicted.size > 0 && this.#evicted.has(textOf(word, length))) return;
    this.#writeForm(word, length);
  }

  /** For the few words that do not fit into a slot. */
  #addStrings(word: Uint16Array, length: number): void {
    const folded = textOf(word, length);
    const stemmed = stemOf(folded);
    for (let at = 0; at < stemmed.length; at++) this.#stems[this.#stemsEnd++] = stemmed.charCodeAt(at);
    this.#stems[this.#stemsEnd++] = SPACE;
    if (stemmed === folded || this.#evicted.has(folded)) return;
    this.#evicted.add(folded);
    this.#writeForm(word, length);
  }

  #writeForm(word: Uint16Array, length: number): void {
    for (let at = 0; at < length; at++) this.#forms[this.#formsEnd++] = word[at]!;
    this.#forms[this.#formsEnd++] = SPACE;
  }
}

const SPACE = 0x20;

function textOf(units: Uint16Array, length: number): string {
  const bytes = Buffer.from(units.buffer, units.byteOffset, length * 2);
  return bytes.toString("utf16le");
}
