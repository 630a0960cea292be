/** The colours of a message's style sheet for the parts of it that keep them on a dark page (`markSurfaces`). */
import type { Declaration } from "./rules.ts";
import { declarationsOf } from "./rules.ts";
import { cleanSelector, selectorsOf } from "./selectors.ts";
import type { CssToken } from "./tokens.ts";
import { cleanValue, type CssContext } from "./values.ts";

/** A colour said in both ways, for what inherits it. */
export function inheritedColours(value: readonly CssToken[], priority: string, context: CssContext): string {
  const as = (recolour: CssContext["recolour"]): string => cleanValue("color", value, { ...context, recolour }) ?? "";
  return `;--own-color:${as(undefined)}${priority};--adapted-color:${as(context.bothColours)}${priority}`;
}

/** The same selectors for elements that keep their colours: each asks for one attribute more. */
const ownSelector = (prelude: readonly CssToken[]): string =>
  selectorsOf(prelude)
    .map((selector) => cleanSelector(selector))
    .filter((selector) => selector !== undefined)
    .map((selector) => `${selector}[data-own]`)
    .join();

const shorthand = /^(?:border(?:-(?:top|right|bottom|left))?|outline|text-decoration|background)$/;
const colourIn = /#[\da-f]{3,8}\b|(?:rgb|hsl)a?\([^()]*\)/i;

/** The colour alone, where a declaration says more: the rest would overrule what weaker selectors say about it. */
function colourOf({ property, value }: Declaration, context: CssContext): string | undefined {
  const text = cleanValue(property, value, { ...context, recolour: (colour) => colour });
  if (text === undefined || !shorthand.test(property) || text.includes("gradient(")) return undefined;
  const colour = colourIn.exec(text)?.[0];
  return colour && `${property}-color:${colour}`;
}

/** The rule again, with the colours that the message gave it; "" where it has none. */
export function ownRule(
  prelude: readonly CssToken[],
  block: readonly CssToken[],
  context: CssContext,
  clean: (declaration: Declaration, context: CssContext) => string | undefined,
): string {
  const body = declarationsOf(block).flatMap((declaration) => {
    const kept = clean(declaration, { ...context, recolour: undefined });
    if (kept === undefined || kept === clean(declaration, context)) return [];
    const priority = declaration.isImportant ? "!important" : "";
    const colour = colourOf(declaration, context);
    return [colour === undefined ? kept : colour + priority];
  });
  return body.length > 0 ? `${ownSelector(prelude)}{${body.join(";")}}` : "";
}
