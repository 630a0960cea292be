/** Finds those of many entries that have words which begin with given ones. Pure. */

/**
 * All words stand in one text, a line an entry. It is searched by the runtime's own code, so that a hundred thousand
 * lines take a few milliseconds.
 */
export class WordIndex<Entry extends { readonly line: string }> {
  readonly #entries: readonly Entry[];
  readonly #text: string;
  /** Where the line of each entry begins in the text; and the end. */
  readonly #starts: Uint32Array;

  /** @param entries best first; their lines have a space before each word */
  constructor(entries: readonly Entry[]) {
    const lines = entries.map(({ line }) => line);
    this.#entries = entries;
    this.#text = lines.join("\n");
    this.#starts = new Uint32Array(lines.length + 1);
    for (const [at, line] of lines.entries()) this.#starts[at + 1] = this.#starts[at]! + line.length + 1;
  }

  /** Where the next word begins with it; -1: nowhere. Without its space, which is the most frequent letter. */
  #next(word: string, from: number): number {
    let at = this.#text.indexOf(word, from);
    while (at !== -1 && this.#text[at - 1] !== " ") at = this.#text.indexOf(word, at + 1);
    return at;
  }

  /** Those that have a word for each of the wanted ones, best first. */
  *find(wanted: readonly string[]): Generator<Entry> {
    // The longest has the fewest.
    const [longest, ...others] = wanted.toSorted((one, other) => other.length - one.length);
    if (longest === undefined || !others.every((word) => this.#next(word, 0) !== -1)) return;
    let line = 0;
    for (let at = this.#next(longest, 0); at !== -1; at = this.#next(longest, this.#starts[line]!)) {
      while (this.#starts[line + 1]! <= at) line++;
      const words = this.#text.substring(this.#starts[line]!, this.#starts[line + 1]);
      if (others.every((word) => words.includes(` ${word}`))) yield this.#entries[line]!;
      line++;
      if (line === this.#entries.length) return;
    }
  }
}
