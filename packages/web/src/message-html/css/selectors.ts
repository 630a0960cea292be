/** Selectors of messages, rebuilt from their tokens, their class names and ids prefixed. */
import { allowedPseudo } from "./properties.ts";
import type { CssToken } from "./tokens.ts";

/** Where a message's markup stands in our page (quoted in an answer), its names must not meet ours. */
export const scopedName = (name: string): string => `l-${name}`;

/** An identifier as CSS writes it: whatever is unusual becomes a hexadecimal escape. */
const escapeIdent = (name: string): string =>
  name.replace(/[^\w\u0080-\u{10ffff}-]/gu, (char) => `\\${char.codePointAt(0)!.toString(16)} `);

const isDelim = (token: CssToken, value: string): boolean => token.type === "delim" && token.value === value;

/** The selectors of a list: at commas that stand in no brackets. */
export function selectorsOf(prelude: readonly CssToken[]): CssToken[][] {
  const list: CssToken[][] = [[]];
  let depth = 0;
  for (const token of prelude) {
    if (token.type === "function" || isDelim(token, "(")) depth++;
    if (isDelim(token, ")")) depth--;
    if (depth === 0 && isDelim(token, ",")) list.push([]);
    else list.at(-1)!.push(token);
  }
  return list;
}

const scopedAttribute = new Set(["class", "id"]);

class SelectorReader {
  private at = 0;
  private readonly tokens: readonly CssToken[];
  private readonly scoped: (name: string) => string;

  constructor(tokens: readonly CssToken[], scoped: (name: string) => string) {
    this.tokens = tokens;
    this.scoped = scoped;
  }

  private take(): CssToken | undefined {
    return this.tokens[this.at++];
  }

  /** undefined where anything is not on the list. */
  read(): string | undefined {
    let selector = "";
    while (this.at < this.tokens.length) {
      const piece = this.piece();
      if (piece === undefined) return undefined;
      selector += piece;
    }
    return selector.trim() || undefined;
  }

  private piece(): string | undefined {
    const token = this.take()!;
    switch (token.type) {
      case "space":
        return " ";
      case "ident":
        return escapeIdent(token.value);
      case "hash":
        return `#${escapeIdent(this.scoped(token.value))}`;
      case "number":
        return /^\w*$/.test(token.unit) ? token.value + token.unit : undefined;
      case "delim":
        return this.delim(token.value);
      default:
        return undefined;
    }
  }

  private delim(value: string): string | undefined {
    if (/^[*>+~,)]$/.test(value)) return value;
    if (value === "[") return this.attribute();
    if (value !== "." && value !== ":") return undefined;
    let next = this.take();
    if (value === ".") return next?.type === "ident" ? `.${escapeIdent(this.scoped(next.value))}` : undefined;
    const colons = next?.type === "delim" && next.value === ":" ? "::" : ":";
    if (colons === "::") next = this.take();
    if (next?.type !== "ident" && next?.type !== "function") return undefined;
    const name = next.value.toLowerCase();
    if (!allowedPseudo.has(name)) return undefined;
    return colons + name + (next.type === "function" ? "(" : "");
  }

  private attribute(): string | undefined {
    const parts: string[] = [];
    let value: string | undefined;
    for (;;) {
      const token = this.take();
      if (token === undefined) return undefined;
      if (token.type === "space") continue;
      if (token.type === "ident" && parts.length === 0) parts.push(escapeIdent(token.value.toLowerCase()));
      else if (token.type === "ident" || token.type === "string") value = token.value;
      else if (token.type === "delim" && /^[~^$*|=]$/.test(token.value)) parts.push(token.value);
      else if (token.type === "delim" && token.value === "]") break;
      else return undefined;
    }
    const [name = "", ...operator] = parts;
    const sign = operator.join("");
    if (value === undefined) return `[${name}]`;
    if (!/^[~^$*|]?=$/.test(sign)) return undefined;
    const wanted = scopedAttribute.has(name) && !/^[$*]/.test(sign) ? this.scoped(value) : value;
    return `[${name}${sign}"${wanted.replace(/["\\<>\n\p{Cc}]/gu, "")}"]`;
  }
}

/**
 * The selector as it may stand in a message's sheet; undefined where it is not understood whole.
 * @param scoped what becomes of class names and ids
 */
export const cleanSelector = (prelude: readonly CssToken[], scoped = scopedName): string | undefined =>
  new SelectorReader(prelude, scoped).read();
