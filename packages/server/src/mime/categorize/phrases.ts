/**
 * Phrases that indicate a category, compiled so that a message is searched only for those whose rarest word it contains.
 * The notation: "заказ*" a word with this beginning, "(a|b c*)" one of these, ".." up to five words, "N" a number or a
 * code with one ("№ 20417", "#LT-5531"), "M" an amount of money. Pure.
 */

/** The default weight, which needs support by another fact or sign; a number before a phrase is its weight. */
export type PhraseLine = string | readonly [weight: number, phrase: string];

/** Facts, of which a message needs one, and signs, which only support a fact. */
export interface PhraseList {
  facts: readonly PhraseLine[];
  signs: readonly string[];
}

export interface Phrase {
  weight: number;
  pattern: RegExp;
}

/** Characters of a word that are used as its key in the index. */
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

/** Stems of which a text contains one where the token matches; undefined where any word may match. */
function stemsOf(token: string): string[] | undefined {
  if (token === "..") return undefined;
  const words = choicesOf(token).map((choice) => choice.split(" ")[0]!);
  // A number has no stem, and a beginning shorter than a stem could continue in many ways.
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
  if (!best) throw new Error(`"${phrase}" has no word to search for`);
  return best;
}

/** Phrases by the stems that select them. */
export class PhraseIndex<T> {
  readonly #byStem = new Map<string, (Phrase & { subject: T })[]>();

  /** @param subject what the phrases indicate */
  add(subject: T, lines: readonly PhraseLine[]): void {
    for (const line of lines) {
      const [weight, text] = typeof line === "string" ? ([3, line] as const) : line;
      const phrase = { weight, subject, pattern: new RegExp(phrasePattern(text)) };
      for (const stem of anchorsOf(text)) this.#byStem.set(stem, [...(this.#byStem.get(stem) ?? []), phrase]);
    }
  }

  /** Phrases that may occur in a folded text. */
  candidates(text: string): Set<Phrase & { subject: T }> {
    const found = new Set<Phrase & { subject: T }>();
    // Most words select nothing: they are not even sliced.
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
 * Folds text to the form that the patterns expect: lower case, one space between words and at both ends, ё as е.
 * @param limit characters of the text that are considered
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
