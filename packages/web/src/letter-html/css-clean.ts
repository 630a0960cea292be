/** Style sheets and style attributes of letters, reduced to what css-properties.ts allows. The output holds no "<" and no escape but in class names. */
import { allowedProperties } from "./css-properties.ts";
import { cleanSelector } from "./css-selectors.ts";
import { tokenize, type CssToken } from "./css-tokens.ts";
import { cleanValue, type CssContext } from "./css-values.ts";

export interface SheetContext extends CssContext {
  /** What `prefers-color-scheme` shall mean: the theme of the page, not of the operating system. */
  scheme: "light" | "dark";
}

const isDelim = (token: CssToken | undefined, value: string): boolean =>
  token?.type === "delim" && token.value === value;

const isWord = (token: CssToken, word: string): boolean => token.type === "ident" && token.value.toLowerCase() === word;

/** Splits at top-level semicolons; blocks in between are left out. */
function declarations(tokens: readonly CssToken[]): CssToken[][] {
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

function cleanDeclaration(tokens: readonly CssToken[], context: CssContext): string | undefined {
  const start = tokens.findIndex(({ type }) => type !== "space");
  const name = tokens[start];
  const colon = tokens.findIndex((token, index) => index > start && token.type !== "space");
  if (name?.type !== "ident" || !isDelim(tokens[colon], ":")) return undefined;
  const property = name.value.toLowerCase();
  let rest = tokens.slice(colon + 1);
  const bang = rest.findLastIndex((token) => isDelim(token, "!"));
  const important = bang !== -1 && rest.slice(bang + 1).some((token) => isWord(token, "important"));
  if (bang !== -1) rest = rest.slice(0, bang);
  // The value is read even where the property is not allowed: what it would have loaded is counted.
  const value = cleanValue(property, rest, context);
  if (value === undefined || !allowedProperties.has(property)) return undefined;
  return `${property}:${value}${important ? "!important" : ""}`;
}

const cleanBlock = (tokens: readonly CssToken[], context: CssContext): string =>
  declarations(tokens)
    .map((declaration) => cleanDeclaration(declaration, context))
    .filter((declaration) => declaration !== undefined)
    .join(";");

/** The value of a style attribute; "" where nothing of it is allowed. */
export const cleanStyleAttribute = (css: string, context: CssContext): string => cleanBlock(tokenize(css), context);

/** "screen and (max-width: 600px)"; undefined where it holds anything unusual. */
function cleanMedia(tokens: readonly CssToken[], scheme: SheetContext["scheme"]): string | undefined {
  let media = "";
  for (const token of tokens) {
    if (token.type === "space") media += " ";
    else if (token.type === "ident" && /^[\w-]+$/.test(token.value)) media += token.value.toLowerCase();
    else if (token.type === "function" && /^(?:and|or|not)$/.test(token.value)) media += `${token.value} (`;
    else if (token.type === "number" && /^(?:%|[a-z]*)$/.test(token.unit)) media += token.value + token.unit;
    else if (token.type === "delim" && /^[():,/>=]$/.test(token.value)) media += token.value;
    else return undefined;
  }
  return media
    .replace(/prefers-color-scheme\s*:\s*(\w+)/g, (_, wanted) => (wanted === scheme ? "min-width:0" : "max-width:0"))
    .trim();
}

interface Rule {
  prelude: CssToken[];
  block: CssToken[];
}

/** The rules of a sheet; at-rules without a block (@import, @charset, …) end at their semicolon. */
function* rulesOf(tokens: readonly CssToken[], context: CssContext): Generator<Rule> {
  let prelude: CssToken[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    const first = prelude.find(({ type }) => type !== "space");
    if (first?.type === "at" && isDelim(token, ";")) {
      const source = prelude.find(({ type }) => type === "string" || type === "url");
      if (first.value === "import" && source && "value" in source) context.onResource(source.value);
      prelude = [];
    } else if (isDelim(token, "{")) {
      const start = at + 1;
      for (let depth = 1; depth > 0 && ++at < tokens.length;) {
        if (isDelim(tokens[at], "{")) depth++;
        else if (isDelim(tokens[at], "}")) depth--;
      }
      yield { prelude, block: tokens.slice(start, at) };
      prelude = [];
    } else prelude.push(token);
  }
}

function cleanRules(tokens: readonly CssToken[], context: SheetContext, depth: number): string {
  let css = "";
  for (const { prelude, block } of rulesOf(tokens, context)) {
    const first = prelude.find(({ type }) => type !== "space");
    if (first?.type === "at") {
      if (first.value === "media" && depth < 4) {
        const media = cleanMedia(prelude.slice(prelude.indexOf(first) + 1), context.scheme);
        const inner = media === undefined ? "" : cleanRules(block, context, depth + 1);
        if (inner) css += `@media ${media}{${inner}}`;
      } else if (first.value === "font-face") cleanBlock(block, context);
      continue;
    }
    const selector = cleanSelector(prelude);
    const body = cleanBlock(block, context);
    if (selector && body) css += `${selector}{${body}}`;
  }
  return css;
}

/** The text of a style element: style rules and @media only, class names and ids prefixed as `scopedName` does it. */
export function cleanStyleSheet(css: string, context: SheetContext): string {
  // Old mail programs wrap their styles in an HTML comment.
  const tokens = tokenize(css.replaceAll("<!--", " ").replaceAll("-->", " "));
  return cleanRules(tokens, context, 0);
}
