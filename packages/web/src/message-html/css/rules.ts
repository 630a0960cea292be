/** Style sheets taken apart: rules, and the declarations in their blocks (CSS Syntax 3 §5.4). */
import type { CssToken } from "./tokens.ts";

const isDelim = (token: CssToken | undefined, value: string): boolean =>
  token?.type === "delim" && token.value === value;

const isWord = (token: CssToken, word: string): boolean => token.type === "ident" && token.value.toLowerCase() === word;

/** Splits at top-level semicolons; blocks in between are left out. */
function split(tokens: readonly CssToken[]): CssToken[][] {
  const list: CssToken[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    const opens = token.type === "function" || isDelim(token, "(") || isDelim(token, "[") || isDelim(token, "{");
    const closes = isDelim(token, ")") || isDelim(token, "]") || isDelim(token, "}");
    if (opens) depth++;
    if (closes) depth = Math.max(0, depth - 1);
    if (depth === 0 && isDelim(token, ";")) list.push([]);
    else list.at(-1)!.push(token);
  }
  return list;
}

export interface Declaration {
  /** In small letters. */
  property: string;
  value: CssToken[];
  isImportant: boolean;
}

function declaration(tokens: readonly CssToken[]): Declaration | undefined {
  const start = tokens.findIndex(({ type }) => type !== "space");
  const name = tokens[start];
  const colon = tokens.findIndex((token, index) => index > start && token.type !== "space");
  if (name?.type !== "ident" || !isDelim(tokens[colon], ":")) return undefined;
  const rest = tokens.slice(colon + 1);
  const bang = rest.findLastIndex((token) => isDelim(token, "!"));
  const isImportant = bang !== -1 && rest.slice(bang + 1).some((token) => isWord(token, "important"));
  return { property: name.value.toLowerCase(), value: bang === -1 ? rest : rest.slice(0, bang), isImportant };
}

/** The declarations of a block, or of a style attribute. */
export const declarationsOf = (tokens: readonly CssToken[]): Declaration[] =>
  split(tokens)
    .map(declaration)
    .filter((each) => each !== undefined);

export interface Rule {
  prelude: CssToken[];
  block: CssToken[];
}

/** The at-keyword that a prelude begins with. */
export function atRuleOf(prelude: readonly CssToken[]): string | undefined {
  const first = prelude.find(({ type }) => type !== "space");
  return first?.type === "at" ? first.value : undefined;
}

/** The rules of a sheet; at-rules without a block (@import, @charset, …) end at their semicolon. */
export function* rulesOf(tokens: readonly CssToken[], onImport?: (url: string) => void): Generator<Rule> {
  let prelude: CssToken[] = [];
  /** Of the prelude, spaces left out: comments part as many of them as a message likes. */
  let first: CssToken | undefined;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (first?.type === "at" && isDelim(token, ";")) {
      const source = prelude.find(({ type }) => type === "string" || type === "url");
      if (first.value === "import" && source && "value" in source) onImport?.(source.value);
      [prelude, first] = [[], undefined];
    } else if (isDelim(token, "{")) {
      const start = at + 1;
      for (let depth = 1; depth > 0 && ++at < tokens.length;) {
        if (isDelim(tokens[at], "{")) depth++;
        else if (isDelim(tokens[at], "}")) depth--;
      }
      yield { prelude, block: tokens.slice(start, at) };
      [prelude, first] = [[], undefined];
    } else {
      prelude.push(token);
      if (token.type !== "space") first ??= token;
    }
  }
}
