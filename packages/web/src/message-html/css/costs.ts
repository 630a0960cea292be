/** Values that are valid and harmless, and yet take the browser seconds to lay out or to paint. Pure. */
import type { CssToken } from "./tokens.ts";

/** A gradient with many stops has some 60; two thousand layers of them are no design. */
const mostTokens = 400;
/** The time to blur grows with the square of the radius. In px; a shadow that anyone draws has less. */
const mostBlurPx = 100;

const isComma = (token: CssToken): boolean => token.type === "delim" && token.value === ",";

/** Whether a shadow (CSS Backgrounds 3 §6.1: two offsets, then the blur radius) is blurred over more than `mostBlurPx`. */
function blursTooFar(tokens: readonly CssToken[]): boolean {
  let [lengths, depth] = [0, 0];
  for (const token of tokens) {
    if (token.type === "function") depth++;
    else if (token.type === "delim" && token.value === ")") depth--;
    else if (depth === 0 && isComma(token)) lengths = 0;
    else if (depth === 0 && token.type === "number" && ++lengths === 3) {
      if (Number(token.value) > (/^r?em$/.test(token.unit) ? mostBlurPx / 16 : mostBlurPx)) return true;
    }
  }
  return false;
}

/** Whether the value is left out for what it costs. */
export const isCostly = (property: string, tokens: readonly CssToken[]): boolean =>
  tokens.length > mostTokens || (property.endsWith("-shadow") && blursTooFar(tokens));
