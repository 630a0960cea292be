/** The English stemmer of Snowball, "Porter 2" (snowballstem.org/algorithms/english), for words of a to z. Pure. */
import { cut, endings, type Endings, letterSet, longest, regionAfter } from "./endings.ts";

/** A consonant y is written as Y during stemming. */
const isVowel = letterSet("aeiouy", "a");

/** A Map, because every object has a "constructor". */
const irregular = new Map(
  Object.entries({
    skis: "ski",
    skies: "sky",
    dying: "die",
    lying: "lie",
    tying: "tie",
    idly: "idl",
    gently: "gentl",
    ugly: "ugli",
    early: "earli",
    only: "onli",
    singly: "singl",
  }),
);
const unchanged = new Set("sky news howe atlas cosmos bias andes".split(" "));
const unchangedWithoutS = new Set("inning outing canning herring earring proceed exceed succeed".split(" "));

const specialStarts = ["gener", "commun", "arsen"];

const plural = endings({ sses: "ss", ied: "", ies: "", s: "", us: "us", ss: "ss" });
const past = cut("eed eedly ed edly ing ingly");
const suffixes2 = endings({
  tional: "tion",
  enci: "ence",
  anci: "ance",
  abli: "able",
  entli: "ent",
  izer: "ize",
  ization: "ize",
  ational: "ate",
  ation: "ate",
  ator: "ate",
  alism: "al",
  aliti: "al",
  alli: "al",
  fulness: "ful",
  ousli: "ous",
  ousness: "ous",
  iveness: "ive",
  iviti: "ive",
  biliti: "ble",
  bli: "ble",
  ogi: "og",
  fulli: "ful",
  lessli: "less",
  li: "",
});
const suffixes3 = endings({
  tional: "tion",
  ational: "ate",
  alize: "al",
  icate: "ic",
  iciti: "ic",
  ical: "ic",
  ful: "",
  ness: "",
  ative: "",
});
const isBeforeLi = letterSet("cdeghkmnrt", "a");
const doubled = new Set("bb dd ff gg mm nn pp rr tt".split(" "));
const suffixes4 = cut("al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion");

function hasVowel(word: string, length = word.length): boolean {
  for (let at = 0; at < length; at++) if (isVowel(word.charCodeAt(at))) return true;
  return false;
}

function endsInShortSyllable(word: string): boolean {
  const { length } = word;
  if (length < 2 || !isVowel(word.charCodeAt(length - 2)) || isVowel(word.charCodeAt(length - 1))) return false;
  return length === 2 || (!isVowel(word.charCodeAt(length - 3)) && !"wxY".includes(word[length - 1]!));
}

/** Replaces the longest ending, if it begins at or after `from` and `fits`. */
function replace(word: string, among: Endings, from: number, fits: (ending: string, rest: string) => boolean): string {
  const ending = longest(word, among);
  if (ending === undefined || word.length - ending.text.length < from) return word;
  const rest = word.slice(0, -ending.text.length);
  return fits(ending.text, rest) ? rest + ending.replacement : word;
}

function withoutPlural(word: string): string {
  const ending = longest(word, plural)?.text;
  if (ending === "ied" || ending === "ies") return word.slice(0, word.length > 4 ? -2 : -1);
  if (ending === "s") return hasVowel(word, word.length - 2) ? word.slice(0, -1) : word;
  return ending === "sses" ? word.slice(0, -2) : word;
}

function withoutPast(word: string, first: number): string {
  const ending = longest(word, past)?.text;
  if (ending === undefined) return word;
  const rest = word.slice(0, -ending.length);
  if (ending.startsWith("eed")) return rest.length >= first ? `${rest}ee` : word;
  if (!hasVowel(rest)) return word;
  if (rest.endsWith("at") || rest.endsWith("bl") || rest.endsWith("iz")) return `${rest}e`;
  if (doubled.has(rest.slice(-2))) return rest.slice(0, -1);
  return first >= rest.length && endsInShortSyllable(rest) ? `${rest}e` : rest;
}

export function stemEnglish(given: string): string {
  if (given.length <= 2 || unchanged.has(given)) return given;
  const known = irregular.get(given);
  if (known !== undefined) return known;
  let word = given.includes("y") ? given.replaceAll(/(^|[aeiouy])y/g, "$1Y") : given;
  const special = specialStarts.find((start) => word.startsWith(start));
  const first = special?.length ?? regionAfter(word, isVowel, 0);
  const second = regionAfter(word, isVowel, first);

  word = withoutPlural(word);
  if (unchangedWithoutS.has(word)) return word;
  word = withoutPast(word, first);
  if (word.length > 2 && "yY".includes(word.at(-1)!) && !isVowel(word.charCodeAt(word.length - 2)))
    word = `${word.slice(0, -1)}i`;
  word = replace(word, suffixes2, first, (ending, rest) =>
    ending === "li" ? isBeforeLi(rest.charCodeAt(rest.length - 1)) : ending !== "ogi" || rest.endsWith("l"),
  );
  word = replace(word, suffixes3, first, (ending, rest) => ending !== "ative" || rest.length >= second);
  word = replace(
    word,
    suffixes4,
    second,
    (ending, rest) => ending !== "ion" || rest.endsWith("s") || rest.endsWith("t"),
  );

  const rest = word.slice(0, -1);
  if (word.endsWith("e")) {
    if (rest.length >= second || (rest.length >= first && !endsInShortSyllable(rest))) word = rest;
  } else if (word.endsWith("ll") && rest.length >= second) word = rest;
  return word.includes("Y") ? word.replaceAll("Y", "y") : word;
}
