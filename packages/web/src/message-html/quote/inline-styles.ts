/** Writes into each element what the message's style sheet says about it, as the cascade decides (CSS Cascade 4 §6). */

interface Match {
  specificity: number;
  order: number;
  style: CSSStyleDeclaration;
}

/** Elements times selectors: what is beyond takes longer than a person waits, and is quoted without its styles. */
const mostComparisons = 4_000_000;

/** At its top-level commas. */
export function selectorsIn(list: string): string[] {
  const selectors: string[] = [];
  let [depth, start] = [0, 0];
  let quote = "";
  for (let at = 0; at < list.length; at++) {
    const char = list[at]!;
    if (char === "\\") at++;
    else if (quote) quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === "(" || char === "[") depth++;
    else if (char === ")" || char === "]") depth--;
    else if (char === "," && depth === 0) {
      selectors.push(list.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...selectors, list.slice(start).trim()];
}

/** The end of what is opened at `open`. */
function closing(selector: string, open: number): number {
  for (let depth = 0, at = open; at < selector.length; at++) {
    if (selector[at] === "(") depth++;
    else if (selector[at] === ")" && --depth === 0) return at;
  }
  return selector.length;
}

/** Selectors 4 §17 as one number: ids, then classes, attributes and pseudo-classes, then elements. */
export function specificityOf(selector: string): number {
  let sum = 0;
  const piece =
    /\\.|#(?:\\.|[\w\u0080-\u{10ffff}-])+|\.(?:\\.|[\w\u0080-\u{10ffff}-])+|\[(?:"[^"]*"|[^\]])*\]|:{1,2}[\w-]+\(?|[a-z_\u0080-\u{10ffff}](?:\\.|[\w\u0080-\u{10ffff}-])*/giu;
  for (let match = piece.exec(selector); match; match = piece.exec(selector)) {
    const [text] = match;
    if (text.startsWith("#")) sum += 1_000_000;
    else if (text.startsWith(".") || text.startsWith("[")) sum += 1000;
    else if (text.startsWith("::")) sum += 1;
    else if (text.endsWith("(")) {
      const end = closing(selector, piece.lastIndex - 1);
      const inner = selector.slice(piece.lastIndex, end);
      if (/^:(?:not|is)\($/i.test(text)) sum += Math.max(...selectorsIn(inner).map(specificityOf));
      else if (!/^:where\($/i.test(text)) sum += 1000;
      piece.lastIndex = end + 1;
    } else if (text.startsWith(":")) sum += 1000;
    else if (!text.startsWith("\\")) sum += 1;
  }
  return sum;
}

function* styleRules(rules: CSSRuleList, view: Window): Generator<CSSStyleRule> {
  // Classes of another window: told by what they have.
  for (const rule of rules) {
    if ("selectorText" in rule) yield rule as CSSStyleRule;
    else if ("media" in rule && view.matchMedia((rule as CSSMediaRule).media.mediaText).matches) {
      yield* styleRules((rule as CSSMediaRule).cssRules, view);
    }
  }
}

function set(target: CSSStyleDeclaration, source: CSSStyleDeclaration, priority: "" | "important"): void {
  for (const property of source) {
    if (source.getPropertyPriority(property) === priority)
      target.setProperty(property, source.getPropertyValue(property));
  }
}

/**
 * @param sheet the message's own
 * @returns the style of each element for which the message has any; undefined where that is too much work
 */
export function resolvedStyles(
  page: Document,
  sheet: CSSStyleSheet,
): Map<HTMLElement, CSSStyleDeclaration> | undefined {
  const matches = new Map<HTMLElement, Match[]>();
  const elements = page.querySelectorAll<HTMLElement>("*");
  let order = 0;
  let compared = 0;
  for (const { selectorText, style } of styleRules(sheet.cssRules, page.defaultView!)) {
    for (const selector of selectorsIn(selectorText)) {
      compared += elements.length;
      if (compared > mostComparisons) return undefined;
      const match = { specificity: specificityOf(selector), order: order++, style };
      for (const element of page.querySelectorAll<HTMLElement>(selector)) {
        const list = matches.get(element);
        if (list) list.push(match);
        else matches.set(element, [match]);
      }
    }
  }
  const resolved = new Map<HTMLElement, CSSStyleDeclaration>();
  for (const element of elements) {
    const rules = (matches.get(element) ?? []).toSorted((a, b) => a.specificity - b.specificity || a.order - b.order);
    if (rules.length === 0 && element.style.length === 0) continue;
    const { style } = page.createElement("span");
    for (const rule of rules) set(style, rule.style, "");
    set(style, element.style, "");
    for (const rule of rules) set(style, rule.style, "important");
    set(style, element.style, "important");
    resolved.set(element, style);
  }
  return resolved;
}
