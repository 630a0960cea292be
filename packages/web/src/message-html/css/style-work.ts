/** Estimates the cost of matching the selectors of a message, which the browser compares with every candidate element. */
import { selectorsOf } from "./selectors.ts";
import type { CssToken } from "./tokens.ts";

const count = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

const delim = (token: CssToken | undefined): string => (token?.type === "delim" ? token.value : "");

const isCombinator = (token: CssToken | undefined): boolean => /^[>+~]$/.test(delim(token));

/** Without the spaces that part nothing: around a combinator, at the ends. */
const compact = (selector: readonly CssToken[]): CssToken[] =>
  selector.filter((token, at) => {
    const [before, after] = [selector[at - 1], selector[at + 1]];
    return token.type !== "space" || (before && after && !isCombinator(before) && !isCombinator(after));
  });

/** Of a selector, in tokens: `.content td.button a` has eight. */
const usualLength = 8;

/** Counts for one document. Made before the document is changed. */
export class StyleWork {
  /** Elements by type, ".class" and "#id", as browsers look rules up. */
  private readonly counts = new Map<string, number>();
  private all = 0;
  private deepest = 0;
  private mostChildren = 0;
  total = 0;

  constructor(page: Document) {
    const walker = page.createTreeWalker(page, NodeFilter.SHOW_ELEMENT);
    const depths = new Map<Node, number>();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node as Element;
      const depth = (depths.get(node.parentNode!) ?? 0) + 1;
      depths.set(node, depth);
      this.all++;
      this.deepest = Math.max(this.deepest, depth);
      this.mostChildren = Math.max(this.mostChildren, element.childElementCount);
      count(this.counts, element.localName);
      if (element.id) count(this.counts, `#${element.id}`);
      for (const name of element.classList) count(this.counts, `.${name}`);
    }
  }

  /** @param prelude what stands before the block of a rule */
  add(prelude: readonly CssToken[]): void {
    for (const selector of selectorsOf(prelude).map(compact))
      this.total += this.candidates(selector) * this.tries(selector);
  }

  /** How many elements have the class, id or type that the selector ends with. */
  private candidates(selector: readonly CssToken[]): number {
    let [fewest, depth] = [this.all, 0];
    for (let at = selector.length - 1; at >= 0; at--) {
      const token = selector[at]!;
      if (delim(token) === ")") depth++;
      else if (token.type === "function") depth--;
      else if (depth === 0 && (token.type === "space" || isCombinator(token))) break;
      else if (depth === 0) fewest = Math.min(fewest, this.countOf(selector, at));
    }
    return fewest;
  }

  private countOf(selector: readonly CssToken[], at: number): number {
    const [token, before] = [selector[at]!, delim(selector[at - 1])];
    if (token.type === "hash") return this.counts.get(`#${token.value}`) ?? 0;
    if (token.type !== "ident" || before === ":" || before === "[") return this.all;
    return this.counts.get(before === "." ? `.${token.value}` : token.value.toLowerCase()) ?? 0;
  }

  /**
   * How often a candidate may be compared. Looking for an ancestor or an earlier sibling is a loop. It ends for good where
   * it finds none; but where something that must stand right beside it is missing (">", "+", or in brackets), the loops to
   * its right go on, one within the other.
   */
  private tries(selector: readonly CssToken[]): number {
    let [tries, depth, isLocal] = [1, 0, false];
    for (const token of selector) {
      if (token.type === "function") [depth, isLocal] = [depth + 1, true];
      else if (delim(token) === ")") depth--;
      else if (delim(token) === ">" || delim(token) === "+") isLocal = true;
      else if (delim(token) === "~") tries *= isLocal ? Math.max(1, this.mostChildren) : 1;
      else if (token.type === "space") tries *= isLocal ? Math.max(1, this.deepest) : 1;
    }
    return tries * Math.ceil(selector.length / usualLength);
  }
}
