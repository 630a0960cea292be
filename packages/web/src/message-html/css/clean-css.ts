/** Style sheets and style attributes of messages, reduced to what properties.ts allows. The output holds no "<" and no escape but in class names. */
import { inheritedColours, ownRule } from "./own-colours.ts";
import { isCostly } from "./costs.ts";
import { allowedProperties } from "./properties.ts";
import { atRuleOf, type Declaration, declarationsOf, rulesOf } from "./rules.ts";
import { cleanSelector } from "./selectors.ts";
import { tokenize, type CssToken } from "./tokens.ts";
import { cleanValue, type CssContext } from "./values.ts";

export interface SheetContext extends CssContext {
  /** What `prefers-color-scheme` shall mean: the theme of the page, not of the operating system. */
  scheme: "light" | "dark";
  /** Hears of the selectors of every rule that stays. */
  onSelector?: ((tokens: readonly CssToken[]) => void) | undefined;
}

/** A declaration as it may stand in a message. */
function cleanDeclaration({ property, value, isImportant }: Declaration, context: CssContext): string | undefined {
  if (isCostly(property, value)) return undefined;
  // The value is read even where the property is not allowed: what it would have loaded is counted.
  const cleaned = cleanValue(property, value, context);
  if (cleaned === undefined || !allowedProperties.has(property)) return undefined;
  const priority = isImportant ? "!important" : "";
  const text = `${property}:${cleaned}${priority}`;
  return property === "color" && context.bothColours ? text + inheritedColours(value, priority, context) : text;
}

const cleanBlock = (tokens: readonly CssToken[], context: CssContext): string =>
  declarationsOf(tokens)
    .map((declaration) => cleanDeclaration(declaration, context))
    .filter((declaration) => declaration !== undefined)
    .join(";");

/** The value of a style attribute; "" where nothing of it is allowed. */
export const cleanStyleAttribute = (css: string, context: CssContext): string => cleanBlock(tokenize(css), context);

/** Paper gets what the screen shows: text that was not seen is never printed. "speech" is drawn nowhere. */
const mediaTypes: Readonly<Record<string, string>> = { screen: "all", print: "speech" };

const mediaType = (word: string): string => mediaTypes[word] ?? word;

/** "screen and (max-width: 600px)"; undefined where it holds anything unusual. */
function cleanMedia(tokens: readonly CssToken[], scheme: SheetContext["scheme"]): string | undefined {
  let media = "";
  for (const token of tokens) {
    if (token.type === "space") media += " ";
    else if (token.type === "ident" && /^[\w-]+$/.test(token.value)) media += mediaType(token.value.toLowerCase());
    else if (token.type === "function" && /^(?:and|or|not)$/.test(token.value)) media += `${token.value} (`;
    else if (token.type === "number" && /^(?:%|[a-z]*)$/.test(token.unit)) media += token.value + token.unit;
    else if (token.type === "delim" && /^[():,/>=]$/.test(token.value)) media += token.value;
    else return undefined;
  }
  return media
    .replace(/prefers-color-scheme\s*:\s*(\w+)/g, (_, wanted) => (wanted === scheme ? "min-width:0" : "max-width:0"))
    .trim();
}

function cleanRules(tokens: readonly CssToken[], context: SheetContext, depth: number): string {
  let css = "";
  for (const { prelude, block } of rulesOf(tokens, context.onResource)) {
    const atRule = atRuleOf(prelude);
    if (atRule !== undefined) {
      if (atRule === "media" && depth < 4) {
        const media = cleanMedia(prelude.slice(prelude.findIndex(({ type }) => type === "at") + 1), context.scheme);
        const inner = media === undefined ? "" : cleanRules(block, context, depth + 1);
        if (inner) css += `@media ${media}{${inner}}`;
      } else if (atRule === "font-face") cleanBlock(block, context);
      continue;
    }
    const selector = cleanSelector(prelude);
    const body = cleanBlock(block, context);
    if (!selector || !body) continue;
    context.onSelector?.(prelude);
    css += `${selector}{${body}}`;
    if (context.bothColours) css += ownRule(prelude, block, context, cleanDeclaration);
  }
  return css;
}

/** The text of a style element: style rules and @media only, class names and ids prefixed as `scopedName` does it. */
export function cleanStyleSheet(css: string, context: SheetContext): string {
  // Old mail programs wrap their styles in an HTML comment.
  const tokens = tokenize(css.replaceAll("<!--", " ").replaceAll("-->", " "));
  return cleanRules(tokens, context, 0);
}
