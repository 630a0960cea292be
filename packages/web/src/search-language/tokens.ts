/** Splits what stands in the search box into words, phrases, operators with their values, and OR. Pure. */
import { fold } from "./fold.ts";

export interface Token {
  kind: "word" | "phrase" | "operator" | "or" | "parenthesis";
  /** Code units in the text, `to` not included; the minus belongs to it. */
  from: number;
  to: number;
  isNegated: boolean;
  /** Of an operator, folded: "from", "от". */
  name: string;
  /** The word, the phrase without its quotes, or the operator's value. */
  value: string;
  /** The value stood in quotes. */
  isQuoted: boolean;
}

/** Each opening quote with those that close it; the first is the one that is written. */
export const quotes: Readonly<Record<string, string>> = { '"': '"', "«": "»", "“": "”“", "„": "“”" };
/** A name that begins with a letter, a colon, and no "//" of an address. */
const operator = /^(\p{L}[\p{L}\d_-]*):(?!\/\/)/u;
const or = /^(?:OR|ИЛИ|\|)(?=\s|$)/u;
/** What stands side by side is joined by AND anyway. */
const and = /^AND(?=\s|$)/u;

/** The content between quotes that begin at `at`; what is not closed goes to the end. */
function quoted(text: string, at: number): { value: string; to: number } | undefined {
  const closing = quotes[text[at] ?? ""];
  if (closing === undefined) return undefined;
  let end = at + 1;
  while (end < text.length && !closing.includes(text[end]!)) end++;
  return { value: text.slice(at + 1, end), to: Math.min(end + 1, text.length) };
}

const depthOf = (text: string): number => text.split("(").length - text.split(")").length;

/** What stands in parentheses that begin at `at`; undefined where they are not closed. */
function enclosed(text: string, at: number): { value: string; to: number } | undefined {
  if (text[at] !== "(") return undefined;
  const end = text.indexOf(")", at);
  return end === -1 ? undefined : { value: text.slice(at + 1, end).trim(), to: end + 1 };
}

function unquoted(text: string, at: number): { value: string; to: number } {
  let to = at;
  while (to < text.length && !/\s/u.test(text[to]!)) to++;
  // Parentheses that were opened before the word are closed behind it.
  while (text[to - 1] === ")" && depthOf(text.slice(at, to)) < 0) to--;
  return { value: text.slice(at, to), to };
}

/**
 * @param wholeValue how many code units of the text the value of an operator has where it may have several words
 * ("after:last week"); 0 where it ends at the next space
 */
export function tokensOf(text: string, wholeValue: (name: string, rest: string) => number): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    if (/\s/u.test(text[at]!)) {
      at++;
      continue;
    }
    const joined = and.exec(text.slice(at, at + 4));
    if (joined && tokens.length > 0) {
      at += joined[0].length;
      continue;
    }
    const token = tokenAt(text, at, wholeValue);
    tokens.push(...alternativesOf(token));
    at = token.to;
  }
  return tokens;
}

/** "from:(anna OR boris)" is "from:anna OR from:boris". */
function alternativesOf(token: Token): Token[] {
  if (token.kind !== "operator" || token.isQuoted) return [token];
  const values = token.value.split(/\s(?:OR|ИЛИ|\|)\s/u);
  return values.flatMap((value, index) => [
    ...(index === 0 ? [] : [{ ...token, kind: "or" as const }]),
    { ...token, value: value.trim() },
  ]);
}

function tokenAt(text: string, from: number, wholeValue: (name: string, rest: string) => number): Token {
  const word = { from, isNegated: false, name: "", isQuoted: false };
  const either = or.exec(text.slice(from, from + 4));
  if (either) return { ...word, kind: "or", to: from + either[0].length, value: either[0] };
  const parenthesis = /^-?\(|^\)/u.exec(text.slice(from, from + 2))?.[0];
  if (parenthesis) return { ...word, kind: "parenthesis", to: from + parenthesis.length, value: parenthesis };
  const isNegated = /^-[^\s-]/u.test(text.slice(from, from + 2));
  const at = isNegated ? from + 1 : from;
  const phrase = quoted(text, at);
  if (phrase) return { ...word, ...phrase, kind: "phrase", isNegated, isQuoted: true };
  const plain = unquoted(text, at);
  const [start = "", named = ""] = operator.exec(plain.value) ?? [];
  if (named === "") return { ...word, ...plain, kind: "word", isNegated };
  const name = fold(named);
  const valueAt = at + start.length;
  const inQuotes = quoted(text, valueAt);
  if (inQuotes) return { ...word, ...inQuotes, kind: "operator", isNegated, name, isQuoted: true };
  const inParentheses = enclosed(text, valueAt);
  if (inParentheses) return { ...word, ...inParentheses, kind: "operator", isNegated, name };
  const length = wholeValue(name, text.slice(valueAt));
  const value = length > 0 ? text.slice(valueAt, valueAt + length) : text.slice(valueAt, plain.to);
  return { ...word, kind: "operator", isNegated, name, value, to: valueAt + value.length };
}
