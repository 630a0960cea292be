/** CSS Syntax Level 3, §4: text into tokens with every escape already decoded, so that nothing can hide behind one. */

export type CssToken =
  | { type: "ident" | "function" | "at" | "hash" | "string" | "url" | "delim"; value: string }
  | { type: "number"; value: string; unit: string }
  | { type: "space" | "bad" };

const isNameStart = (char: string): boolean => /[a-z_\u0080-\u{10ffff}]/iu.test(char);
const isName = (char: string): boolean => /[\w\u0080-\u{10ffff}-]/u.test(char);
const isSpace = (char: string): boolean => char === " " || char === "\n" || char === "\t";

class Tokenizer {
  private at = 0;
  private readonly text: string;

  constructor(css: string) {
    // §3.3: line ends are one character, NUL is U+FFFD.
    this.text = css.replace(/\r\n?|\f/g, "\n").replaceAll("\0", "\uFFFD");
  }

  *tokens(): Generator<CssToken> {
    while (this.at < this.text.length) {
      if (this.text.startsWith("/*", this.at)) {
        const end = this.text.indexOf("*/", this.at + 2);
        this.at = end === -1 ? this.text.length : end + 2;
      } else yield this.next();
    }
  }

  private next(): CssToken {
    const char = this.peek();
    if (isSpace(char)) {
      while (isSpace(this.peek())) this.at++;
      return { type: "space" };
    }
    if (char === '"' || char === "'") return this.string(char);
    if (this.startsNumber()) return this.number();
    if (this.startsIdent(0)) return this.identLike();
    if (char === "#" && (isName(this.peek(1)) || this.startsEscape(1))) {
      this.at++;
      return { type: "hash", value: this.name() };
    }
    if (char === "@" && this.startsIdent(1)) {
      this.at++;
      return { type: "at", value: this.name().toLowerCase() };
    }
    this.at++;
    return { type: "delim", value: char };
  }

  private peek(ahead = 0): string {
    return this.text.charAt(this.at + ahead);
  }

  private startsEscape(ahead: number): boolean {
    return this.peek(ahead) === "\\" && this.peek(ahead + 1) !== "\n" && this.peek(ahead + 1) !== "";
  }

  private startsIdent(ahead: number): boolean {
    const char = this.peek(ahead);
    if (char !== "-") return isNameStart(char) || this.startsEscape(ahead);
    const second = this.peek(ahead + 1);
    return second === "-" || isNameStart(second) || this.startsEscape(ahead + 1);
  }

  private startsNumber(): boolean {
    return /^[+-]?\.?\d/.test(this.text.slice(this.at, this.at + 3));
  }

  private escape(): string {
    this.at++;
    const hex = /^[\da-f]{1,6}/i.exec(this.text.slice(this.at, this.at + 6))?.[0];
    if (hex) {
      this.at += hex.length;
      if (isSpace(this.peek())) this.at++;
      const code = Number.parseInt(hex, 16);
      const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
      return isCharacter ? String.fromCodePoint(code) : "\uFFFD";
    }
    const char = String.fromCodePoint(this.text.codePointAt(this.at)!);
    this.at += char.length;
    return char;
  }

  private name(): string {
    let value = "";
    for (;;) {
      const char = this.peek();
      if (char !== "" && isName(char)) {
        value += char;
        this.at++;
      } else if (this.startsEscape(0)) value += this.escape();
      else return value;
    }
  }

  private number(): CssToken {
    const value =
      /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?/i.exec(this.text.slice(this.at, this.at + 64))?.[0] ?? "0";
    this.at += value.length;
    if (this.peek() === "%") {
      this.at++;
      return { type: "number", value, unit: "%" };
    }
    return { type: "number", value, unit: this.startsIdent(0) ? this.name().toLowerCase() : "" };
  }

  private string(quote: string): CssToken {
    this.at++;
    let value = "";
    for (;;) {
      const char = this.peek();
      if (char === "\n") return { type: "bad" };
      if (char === "\\" && this.peek(1) === "\n") this.at += 2;
      else if (this.startsEscape(0)) value += this.escape();
      else {
        this.at++;
        if (char === quote || char === "") return { type: "string", value };
        value += char;
      }
    }
  }

  private identLike(): CssToken {
    const value = this.name();
    if (this.peek() !== "(") return { type: "ident", value };
    this.at++;
    if (value.toLowerCase() !== "url") return { type: "function", value: value.toLowerCase() };
    let ahead = 0;
    while (isSpace(this.peek(ahead))) ahead++;
    // url("…") is a function with a string in it; url(…) is a token of its own.
    const first = this.peek(ahead);
    if (first === '"' || first === "'") return { type: "function", value: "url" };
    return this.unquotedUrl();
  }

  private unquotedUrl(): CssToken {
    let value = "";
    for (;;) {
      const char = this.peek();
      if (this.startsEscape(0)) value += this.escape();
      else {
        this.at++;
        if (char === ")" || char === "") return { type: "url", value: value.trim() };
        value += char;
      }
    }
  }
}

/** The tokens of a style sheet or of a list of declarations. Comments are left out. Linear in the length of the text. */
export const tokenize = (css: string): CssToken[] => [...new Tokenizer(css).tokens()];
