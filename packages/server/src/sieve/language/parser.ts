/** The grammar of RFC 5228 §8.2: commands with arguments, tests and blocks, whatever they are called. */
import { type Token, tokenize } from "./lexer.ts";
import { MAX_NESTING } from "./limits.ts";
import { SieveError } from "./sieve-error.ts";

export type Argument =
  | { kind: "tag"; name: string; line: number }
  | { kind: "number"; value: number; line: number }
  | { kind: "string"; text: string; line: number }
  | { kind: "strings"; texts: readonly string[]; line: number };

/** A test, or what a command has in common with it. */
export interface Test {
  name: string;
  line: number;
  args: Argument[];
  tests: Test[];
  /** In parentheses, be it one. */
  isTestList: boolean;
}

export interface Command extends Test {
  block: Command[] | undefined;
}

const described = (token: Token): string =>
  token.kind === "end"
    ? "the end of the script"
    : token.kind === "number"
      ? String(token.value)
      : "text" in token
        ? JSON.stringify(token.kind === "tag" ? `:${token.text}` : token.text.slice(0, 40))
        : `"${token.kind}"`;

class Parser {
  readonly #tokens: Iterator<Token, void>;
  /** Read, and not passed yet. */
  #ahead: Token | undefined;

  constructor(tokens: Iterator<Token, void>) {
    this.#tokens = tokens;
  }

  script(): Command[] {
    const commands = this.#commands(0);
    this.#expect("end", "a command");
    return commands;
  }

  #commands(depth: number): Command[] {
    const commands: Command[] = [];
    while (this.#peek().kind === "identifier") commands.push(this.#command(depth));
    return commands;
  }

  #command(depth: number): Command {
    const test = this.#test(0);
    if (this.#peek().kind !== "{") {
      this.#expect(";", `";" after "${test.name}"`);
      return { ...test, block: undefined };
    }
    const { line } = this.#next();
    if (depth >= MAX_NESTING) throw new SieveError(line, `blocks are nested deeper than ${MAX_NESTING}`);
    const block = this.#commands(depth + 1);
    this.#expect("}", 'a command or "}"');
    return { ...test, block };
  }

  #test(depth: number): Test {
    const name = this.#next();
    if (name.kind !== "identifier") throw new SieveError(name.line, `a test is missing before ${described(name)}`);
    if (depth > MAX_NESTING) throw new SieveError(name.line, `tests are nested deeper than ${MAX_NESTING}`);
    const args: Argument[] = [];
    for (let arg = this.#argument(); arg; arg = this.#argument()) args.push(arg);
    const isTestList = this.#peek().kind === "(";
    const tests = isTestList
      ? this.#testList(depth)
      : this.#peek().kind === "identifier"
        ? [this.#test(depth + 1)]
        : [];
    return { name: name.text, line: name.line, args, tests, isTestList };
  }

  #testList(depth: number): Test[] {
    this.#next();
    const tests = [this.#test(depth + 1)];
    while (this.#peek().kind === ",") {
      this.#next();
      tests.push(this.#test(depth + 1));
    }
    this.#expect(")", '"," or ")"');
    return tests;
  }

  #argument(): Argument | undefined {
    const token = this.#peek();
    const { line } = token;
    if (token.kind === "[") return { kind: "strings", texts: this.#stringList(), line };
    if (token.kind !== "tag" && token.kind !== "number" && token.kind !== "string") return undefined;
    this.#next();
    if (token.kind === "tag") return { kind: "tag", name: token.text, line };
    if (token.kind === "number") return { kind: "number", value: token.value, line };
    return { kind: "string", text: token.text, line };
  }

  #stringList(): string[] {
    this.#next();
    const texts = [this.#string()];
    while (this.#peek().kind === ",") {
      this.#next();
      texts.push(this.#string());
    }
    this.#expect("]", '"," or "]"');
    return texts;
  }

  #string(): string {
    const token = this.#next();
    if (token.kind !== "string") throw new SieveError(token.line, `a string is missing before ${described(token)}`);
    return token.text;
  }

  #peek(): Token {
    // After the token "end" nothing is read.
    return (this.#ahead ??= this.#tokens.next().value as Token);
  }

  #next(): Token {
    const token = this.#peek();
    if (token.kind !== "end") this.#ahead = undefined;
    return token;
  }

  #expect(kind: Token["kind"], what: string): void {
    const token = this.#next();
    if (token.kind !== kind) throw new SieveError(token.line, `${what} is missing before ${described(token)}`);
  }
}

/** @throws SieveError */
export const parse = (script: string): Command[] => new Parser(tokenize(script)).script();
