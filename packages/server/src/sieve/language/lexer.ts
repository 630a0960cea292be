/** Tokens of a Sieve script: RFC 5228 §2.1–2.4 and §8.1. */
import { MAX_NUMBER, MAX_SCRIPT } from "./limits.ts";
import { SieveError } from "./sieve-error.ts";

export type Token =
  | { kind: "identifier" | "tag" | "string"; text: string; line: number }
  | { kind: "number"; value: number; line: number }
  | { kind: "end" | "(" | ")" | "[" | "]" | "{" | "}" | "," | ";"; line: number };

const punctuation: ReadonlySet<string> = new Set(["(", ")", "[", "]", "{", "}", ",", ";"]);
const WORD = /[A-Za-z_]\w*/y;
const NUMBER = /(\d+)([KMG]?)(?!\w)/iy;
const BLANK = /[ \t\r\n]+|#[^\n]*/y;
const QUOTED = /"((?:[^"\\]|\\[^])*)"/y;
/** The line with "text:" may end with a comment. */
const MULTI_LINE = /text:[ \t]*(?:#[^\n]*)?\r?\n/iy;

const units: Record<string, number> = { "": 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };

class Lexer {
  readonly #script: string;
  #at = 0;
  #line = 1;

  constructor(script: string) {
    this.#script = script;
  }

  *tokens(): Generator<Token> {
    for (;;) {
      this.#skipBlanks();
      const line = this.#line;
      if (this.#at >= this.#script.length) return yield { kind: "end", line };
      yield this.#next(line);
    }
  }

  #next(line: number): Token {
    const char = this.#script[this.#at]!;
    if (punctuation.has(char)) {
      this.#at++;
      return { kind: char as ";", line };
    }
    if (char === '"') return { kind: "string", text: this.#quoted(), line };
    if (this.#match(MULTI_LINE)) return { kind: "string", text: this.#multiLine(line), line };
    const number = this.#match(NUMBER);
    if (number) return { kind: "number", value: numberOf(number, line), line };
    const word = this.#match(WORD);
    if (word) return { kind: "identifier", text: word[0].toLowerCase(), line };
    if (char === ":") {
      this.#at++;
      const tag = this.#match(WORD);
      if (tag) return { kind: "tag", text: tag[0].toLowerCase(), line };
    }
    throw new SieveError(line, `unexpected character ${JSON.stringify(char)}`);
  }

  /** Passes what matches here. */
  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#script);
    if (found) this.#pass(found[0]);
    return found;
  }

  #pass(text: string): void {
    this.#at += text.length;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#line++;
  }

  #skipBlanks(): void {
    while (this.#match(BLANK) || this.#passComment());
  }

  #passComment(): boolean {
    if (!this.#script.startsWith("/*", this.#at)) return false;
    const end = this.#script.indexOf("*/", this.#at + 2);
    if (end < 0) throw new SieveError(this.#line, "this comment has no end");
    this.#pass(this.#script.slice(this.#at, end + 2));
    return true;
  }

  #quoted(): string {
    const line = this.#line;
    const found = this.#match(QUOTED);
    if (!found) throw new SieveError(line, "this string has no end");
    return found[1]!.replaceAll(/\\([^])/g, "$1");
  }

  /** RFC 5228 §8.1: ends at a line with a dot alone; of other lines that begin with a dot the first one goes. */
  #multiLine(line: number): string {
    const start = this.#at;
    const rest = /^\.\r?(?:\n|$(?![^]))/m;
    const end = rest.exec(this.#script.slice(start));
    if (!end) throw new SieveError(line, "this text has no end: a line with a dot alone");
    const text = this.#script.slice(start, start + end.index);
    this.#pass(text + end[0]);
    return text.replaceAll(/^\./gm, "");
  }
}

function numberOf([, digits = "", unit = ""]: RegExpExecArray, line: number): number {
  const value = Number(digits) * units[unit.toUpperCase()]!;
  if (value > MAX_NUMBER) throw new SieveError(line, `the number ${digits}${unit} is too large`);
  return value;
}

/** As they are asked for, so that the first mistake is the one that is told. @throws SieveError */
export function tokenize(script: string): Generator<Token> {
  if (script.length > MAX_SCRIPT) throw new SieveError(1, `a script has at most ${MAX_SCRIPT} characters`);
  const nul = script.indexOf("\0");
  if (nul >= 0) throw new SieveError(script.slice(0, nul).split("\n").length, "unexpected character NUL");
  return new Lexer(script).tokens();
}
