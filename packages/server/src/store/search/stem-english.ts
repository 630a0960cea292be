/** The English stemmer of Snowball, "Porter 2" (snowballstem.org/algorithms/english), for words of a to z. Pure. */
import { cut, endings, longest, regionAfter } from "./endings.ts";

/** A y that is a consonant is written Y meanwhile. */
const vowels = "aeiouy";

const irregular: Readonly<Record<string, string>> = {
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
};
const unchanged = new Set("sky news howe atlas cosmos bias andes".split(" "));
const unchangedWithoutS = new Set("inning outing canning herring earring proceed exceed succeed".split(" "));

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
const suffixes4 = cut("al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion");

const isVowel = (letter: string | undefined): boolean => letter !== undefined && vowels.includes(letter);

function endsInShortSyllable(word: string): boolean {
  const [before, vowel, end] = [word.at(-3), word.at(-2), word.at(-1)];
  if (!isVowel(vowel) || isVowel(end)) return false;
  return before === undefined || (!isVowel(before) && !"wxY".includes(end!));
}

/** Puts the replacement of the longest ending in its place, if it lies behind `from` and `fits`. */
function replace(
  word: string,
  among: typeof past,
  from: number,
  fits: (ending: string, rest: string) => boolean,
): string {
  const ending = longest(word, among);
  if (ending === "") return word;
  const rest = word.slice(0, -ending.length);
  if (rest.length < from || !fits(ending, rest)) return word;
  return rest + among.byLength.find(({ length }) => length === ending.length)!.replacements.get(ending)!;
}

function withoutPlural(word: string): string {
  const ending = longest(word, plural);
  if (ending === "ied" || ending === "ies") return word.slice(0, word.length > 4 ? -2 : -1);
  if (ending === "s") return /[aeiouy]./.test(word.slice(0, -1)) ? word.slice(0, -1) : word;
  return ending === "sses" ? word.slice(0, -2) : word;
}

function withoutPast(word: string, first: number): string {
  const ending = longest(word, past);
  if (ending === "") return word;
  const rest = word.slice(0, -ending.length);
  if (ending.startsWith("eed")) return rest.length >= first ? `${rest}ee` : word;
  if (!/[aeiouy]/.test(rest)) return word;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(rest)) return rest.slice(0, -1);
  return first >= rest.length && endsInShortSyllable(rest) ? `${rest}e` : rest;
}

export function stemEnglish(given: string): string {
  if (given.length <= 2 || unchanged.has(given)) return given;
  const known = irregular[given];
  if (known !== undefined) return known;
  let word = given.includes("y") ? given.replaceAll(/(^|[aeiouy])y/g, "$1Y") : given;
  const special = /^(?:gener|commun|arsen)/.exec(word);
  const first = special ? special[0].length : regionAfter(word, vowels, 0);
  const second = regionAfter(word, vowels, first);

  word = withoutPlural(word);
  if (unchangedWithoutS.has(word)) return word;
  word = withoutPast(word, first);
  if (word.length > 2 && /[^aeiouy][yY]$/.test(word)) word = `${word.slice(0, -1)}i`;
  word = replace(word, suffixes2, first, (ending, rest) =>
    ending === "li" ? /[cdeghkmnrt]$/.test(rest) : ending !== "ogi" || rest.endsWith("l"),
  );
  word = replace(word, suffixes3, first, (ending, rest) => ending !== "ative" || rest.length >= second);
  word = replace(word, suffixes4, second, (ending, rest) => ending !== "ion" || /[st]$/.test(rest));

  const rest = word.slice(0, -1);
  if (word.endsWith("e")) {
    if (rest.length >= second || (rest.length >= first && !endsInShortSyllable(rest))) word = rest;
  } else if (word.endsWith("ll") && rest.length >= second) word = rest;
  return word.replaceAll("Y", "y");
}
