/** What a script knows while it runs: variables, match values, flags; and how much it has done. */
import { MAX_FLAGS, MAX_VALUE_BYTES, MAX_VARIABLES, MAX_WORK } from "../language/limits.ts";
import { SieveError } from "../language/sieve-error.ts";
import type { Template } from "../language/text.ts";
import { uniqueFlags } from "./flags.ts";

/** Cut between two characters. */
function cut(value: string): string {
  if (value.length <= MAX_VALUE_BYTES / 3) return value;
  const bytes = Buffer.from(value);
  if (bytes.length <= MAX_VALUE_BYTES) return value;
  let end = MAX_VALUE_BYTES;
  while ((bytes[end]! & 0xc0) === 0x80) end--;
  return bytes.toString("utf8", 0, end);
}

export class Memory {
  /** Of the command that runs. */
  line = 1;
  readonly #variables = new Map<string, string>();
  #matches: readonly string[] = [];
  #flags: readonly string[] = [];
  #work = 0;
  readonly hasVariables: boolean;

  constructor(hasVariables: boolean) {
    this.hasVariables = hasVariables;
  }

  /** @throws SieveError the script does too much */
  readonly work = (steps: number): void => {
    this.#work += steps;
    if (this.#work > MAX_WORK) throw new SieveError(this.line, "the script does too much for one letter");
  };

  text(template: Template): string {
    const text = template
      .map((piece) => {
        if (typeof piece === "string") return piece;
        if ("match" in piece) return this.#matches[piece.match] ?? "";
        return this.#variables.get(piece.variable) ?? "";
      })
      .join("");
    this.work(text.length + 1);
    return text;
  }

  texts(templates: readonly Template[]): string[] {
    return templates.map((template) => this.text(template));
  }

  variable(name: string): string {
    const value = this.#variables.get(name.toLowerCase()) ?? "";
    this.work(value.length + 1);
    return value;
  }

  setVariable(name: string, value: string): void {
    const key = name.toLowerCase();
    if (!this.#variables.has(key) && this.#variables.size >= MAX_VARIABLES) {
      throw new SieveError(this.line, `a script has at most ${MAX_VARIABLES} variables`);
    }
    this.#variables.set(key, cut(value));
  }

  /** Of a test that has matched with wildcards: RFC 5229 §3.2. */
  setMatches(matches: readonly string[]): void {
    if (this.hasVariables) this.#matches = matches.map(cut);
  }

  /** RFC 5232 §2: those that letters get from now on. */
  get flags(): readonly string[] {
    return this.#flags;
  }

  set flags(flags: readonly string[]) {
    const unique = uniqueFlags(flags);
    if (unique.length > MAX_FLAGS) throw new SieveError(this.line, `a letter has at most ${MAX_FLAGS} flags`);
    this.#flags = unique;
  }
}
