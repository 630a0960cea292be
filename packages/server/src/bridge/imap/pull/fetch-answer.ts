/** Parses one untagged FETCH answer (RFC 9051 §7.5.2): most of the work of a first sync. Pure. */

/** An atom or a string, one character per octet; null: NIL; or a list of tokens. */
export type Token = string | null | Token[];

export interface FetchAnswer {
  /** By name in upper case: "UID", "FLAGS", "BODYSTRUCTURE". */
  items: Map<string, Token>;
  /** By section: "BODY[HEADER]", "BODY[TEXT]<0>". */
  bodies: Map<string, Buffer>;
}

/** Hostile structures nest deeper. */
const MAX_DEPTH = 120;

const SPACE = 0x20;
const QUOTE = 0x22;
const OPEN = 0x28;
const CLOSE = 0x29;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;

const start = /^\* \d+ FETCH \(/i;

/** Whether a response is a FETCH answer. */
export const isFetchAnswer = (payload: Buffer): boolean => start.test(payload.toString("latin1", 0, 30));

class Reader {
  readonly #text: string;
  readonly #literals: readonly Buffer[];
  #at: number;
  #literal = 0;
  #depth = 0;

  constructor(text: string, from: number, literals: readonly Buffer[]) {
    this.#text = text;
    this.#at = from;
    this.#literals = literals;
  }

  read(): FetchAnswer {
    const answer: FetchAnswer = { items: new Map(), bodies: new Map() };
    for (;;) {
      this.#skipSpaces();
      const code = this.#text.charCodeAt(this.#at);
      if (code === CLOSE || Number.isNaN(code)) return answer;
      const name = this.#name();
      this.#skipSpaces();
      if (name.startsWith("BODY[")) answer.bodies.set(name, this.#octets());
      else answer.items.set(name, this.#value());
    }
  }

  #skipSpaces(): void {
    while (this.#text.charCodeAt(this.#at) === SPACE) this.#at++;
  }

  /** A section may contain spaces: BODY[HEADER.FIELDS (DATE)]. */
  #name(): string {
    const from = this.#at;
    for (; this.#at < this.#text.length; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === SPACE || code === CLOSE) break;
      if (code === BRACKET) this.#at = this.#orEnd(this.#text.indexOf("]", this.#at));
    }
    if (this.#at === from) throw new SyntaxError("a FETCH answer without a name");
    return this.#text.slice(from, this.#at).toUpperCase();
  }

  #orEnd(found: number): number {
    return found < 0 ? this.#text.length : found;
  }

  #octets(): Buffer {
    if (this.#text.charCodeAt(this.#at) === BRACE) return this.#nextLiteral();
    const value = this.#value();
    return Buffer.from(typeof value === "string" ? value : "", "latin1");
  }

  #value(): Token {
    const code = this.#text.charCodeAt(this.#at);
    if (code === OPEN) return this.#list();
    if (code === QUOTE) return this.#quoted();
    if (code === BRACE) return this.#nextLiteral().toString("latin1");
    const from = this.#at;
    for (; this.#at < this.#text.length; this.#at++) {
      const next = this.#text.charCodeAt(this.#at);
      if (next === SPACE || next === CLOSE || next === OPEN) break;
    }
    if (this.#at === from) throw new SyntaxError("a FETCH answer without a value");
    const atom = this.#text.slice(from, this.#at);
    return atom.length === 3 && atom.toUpperCase() === "NIL" ? null : atom;
  }

  #list(): Token[] {
    if (++this.#depth > MAX_DEPTH) throw new SyntaxError("a FETCH answer that nests too deep");
    const list: Token[] = [];
    this.#at++;
    for (;;) {
      this.#skipSpaces();
      const code = this.#text.charCodeAt(this.#at);
      if (Number.isNaN(code)) throw new SyntaxError("a FETCH answer without an end");
      if (code === CLOSE) break;
      list.push(this.#value());
    }
    this.#at++;
    this.#depth--;
    return list;
  }

  #quoted(): string {
    const from = ++this.#at;
    for (let isEscaped = false; ; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (Number.isNaN(code)) throw new SyntaxError("a string without an end");
      if (code === BACKSLASH) {
        isEscaped = true;
        this.#at++;
      } else if (code === QUOTE) {
        const value = this.#text.slice(from, this.#at++);
        return isEscaped ? value.replaceAll(/\\(.)/gs, "$1") : value;
      }
    }
  }

  /** {12} or ~{12}, and the line break behind it; the octets themselves come apart. */
  #nextLiteral(): Buffer {
    this.#at = this.#orEnd(this.#text.indexOf("\n", this.#at)) + 1;
    return this.#literals[this.#literal++] ?? Buffer.of();
  }
}

/** @param payload the answer without its literals. @throws SyntaxError */
export function readFetchAnswer(payload: Buffer, literals: readonly Buffer[]): FetchAnswer {
  const text = payload.toString("latin1");
  const [begin = ""] = start.exec(text) ?? [];
  return new Reader(text, begin.length, literals).read();
}
