/**
 * Phrases that speak for a category, compiled so that a letter is searched only for those whose rarest word it has.
 * The notation: "заказ*" a word that begins so, "(a|b c*)" one of these, ".." up to five words, "N" a number or a
 * code with one ("№ 20417", "#LT-5531"), "M" a sum of money. Pure.
 */

/** A phrase alone counts 3, which still wants something beside it; with a number before it, that much. */
export type PhraseLine = string | readonly [weight: number, phrase: string];

/** Facts, of which a letter needs one, and signs, which only support one. */
export interface PhraseList {
  facts: readonly PhraseLine[];
  signs: readonly string[];
}

export interface Phrase {
  weight: number;
  pattern: RegExp;
}

/** Letters of a word that an index looks at. */
const STEM = 4;
const GAP = "(?: [^ ]+){0,5}?";
const NUMBER = "(?:[№#] ?[a-zа-я]{0,4} ?|(?:no|num|nr) |[бгджзйлмнпртфхцчшэю] ?)?(?:[a-z]{1,5} ?)?\\d[^ ]*";
const currencies = "(?:₽|€|\\$|£|р|руб|рубл[^ ]*|коп|rub|usd|eur|gbp|dollars|euros|pounds)";
const MONEY = `(?:[$€£₽] ?\\d[^ ]*(?: \\d\\d(?= ))?|(?:usd|eur|gbp|rub) \\d[^ ]*|\\d[^ ]*(?: \\d[^ ]*){0,2} ?${currencies})`;
const special: Readonly<Record<string, string>> = { N: NUMBER, M: MONEY };

const tokensOf = (phrase: string): string[] => phrase.match(/\([^)]*\)|[^ ]+/g) ?? [];
const choicesOf = (token: string): string[] => (token.startsWith("(") ? token.slice(1, -1).split("|") : [token]);

const wordPattern = (words: string): string =>
  words
    .split(" ")
    .map((word) => special[word] ?? word.replaceAll("*", "[^ ]*"))
    .join(" ");

function tokenPattern(token: string): string {
  if (token === "..") return GAP;
  return ` (?:${choicesOf(token).map(wordPattern).join("|")})`;
}

export const phrasePattern = (phrase: string): string => `${tokensOf(phrase).map(tokenPattern).join("")}(?= )`;

/** Stems of which a text has one where the token stands; undefined where any word could. */
function stemsOf(token: string): string[] | undefined {
  if (token === "..") return undefined;
  const words = choicesOf(token).map((choice) => choice.split(" ")[0]!);
  // A number has no stem, and a beginning that is shorter than one could go on in many ways.
  if (words.some((word) => word in special || (word.endsWith("*") && word.length <= STEM))) return undefined;
  return words.map((word) => word.replace("*", "").slice(0, STEM));
}

/** The words whose absence rules the phrase out soonest. */
function anchorsOf(phrase: string): string[] {
  const choices = tokensOf(phrase).flatMap((token) => {
    const stems = stemsOf(token);
    return stems ? [stems] : [];
  });
  const [best] = choices.toSorted((a, b) => a.length - b.length || b[0]!.length - a[0]!.length);
  if (!best) throw new Error(`"${phrase}" has no word to look for`);
  return best;
}

/** Phrases by the stems of words that lead to them. */
export class PhraseIndex<T> {
  readonly #byStem = new Map<string, (Phrase & { subject: T })[]>();

  /** @param subject what the phrases speak for */
  add(subject: T, lines: readonly PhraseLine[]): void {
    for (const line of lines) {
      const [weight, text] = typeof line === "string" ? ([3, line] as const) : line;
      const phrase = { weight, subject, pattern: new RegExp(phrasePattern(text)) };
      for (const stem of anchorsOf(text)) this.#byStem.set(stem, [...(this.#byStem.get(stem) ?? []), phrase]);
    }
  }

  /** Phrases that a folded text may have. */
  candidates(text: string): Set<Phrase & { subject: T }> {
    const found = new Set<Phrase & { subject: T }>();
    // Most words lead to nothing: they are not even cut out.
    for (let start = 0, end: number; start < text.length; start = end + 1) {
      end = text.indexOf(" ", start);
      if (end < 0) end = text.length;
      const phrases = this.#byStem.get(text.slice(start, Math.min(end, start + STEM)));
      if (phrases) for (const phrase of phrases) found.add(phrase);
    }
    return found;
  }
}

/**
 * Lower case, words parted by one space each and one at both ends, ё as е: what the patterns are written for.
 * @param limit characters of the text that are looked at
 */
export function foldText(text: string, limit: number): string {
  const folded = text
    .slice(0, limit)
    .toLowerCase()
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]+/g, "")
    .replaceAll("ё", "е")
    .replace(/[^a-z0-9а-я№#%₽$€£]+/g, " ");
  return ` ${folded.trim()} `;
}
