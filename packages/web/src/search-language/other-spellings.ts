/** How else a search may have been meant: typed on the wrong keyboard layout, or a name in the other alphabet. Pure. */
import { fold } from "./fold.ts";
import { operatorNamed } from "./operators.ts";
import type { Search } from "./search.ts";
import { MAX_READINGS, readings, toLatin, toRussian } from "./transliteration.ts";

const latinKeys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.~{}:\"<>";
const russianKeys = "ёйцукенгшщзхъфывапролджэячсмитьбюЁХЪЖЭБЮ";

const swap = (text: string, from: string, to: string): string =>
  text.replaceAll(/./gsu, (char) => {
    // With the shift key some keys write other signs than the upper case.
    const [own, at] = [from.indexOf(char), from.indexOf(char.toLowerCase())];
    if (own !== -1) return to[own]!;
    return at === -1 ? char : to[at]!.toUpperCase();
  });

const isLatin = (text: string): boolean => /[a-z]/i.test(text) && !/\p{Script=Cyrillic}/u.test(text);
const isRussian = (text: string): boolean => /[а-яё]/i.test(text) && !/[a-z]/i.test(text);

/** What the same keys write in the other layout: ",bktn" is "билет". undefined where both alphabets are used, or none. */
export function otherLayout(text: string): string | undefined {
  if (isLatin(text)) return swap(text, latinKeys, russianKeys);
  return isRussian(text) ? swap(text, russianKeys, latinKeys) : undefined;
}

/** "Ivanov" may be "иванов", "Иванов" "ivanov": the likeliest first. None where both alphabets are used, or none. */
export function otherAlphabets(text: string): string[] {
  if (isLatin(text)) return readings(text, toRussian);
  return isRussian(text) ? readings(text, toLatin) : [];
}

export interface OtherSpellings {
  layouts: string[];
  alphabets: string[];
}

/** A part of a search that may be written otherwise, and how it may. */
interface Part {
  /** Where its words stand: those of all plain words together, or those of one operator's value. */
  places: readonly Place[];
  /** Its words may be names. */
  isInAlphabet: boolean;
}

interface Place {
  /** Code units in the text, `to` not included. */
  from: number;
  to: number;
}

/** Each of these asks for one thing in words. */
const ofText: ReadonlySet<string> = new Set(["from", "to", "cc", "bcc", "subject", "body", "filename"]);
const isJoin = (word: string): boolean => /^(?:OR|AND|ИЛИ|\|)$/u.test(word);

/** The words between two places of a text, without the signs of the language around them. */
function wordsBetween(text: string, from: number, to: number): Place[] {
  return [...text.slice(from, to).matchAll(/[^\s()]+/gu)].flatMap(({ 0: word, index }) =>
    isJoin(word) ? [] : [{ from: from + index, to: from + index + word.length }],
  );
}

/** What is quoted is meant as it stands, and so is what must not be there. */
function partsOf(text: string, { groups }: Search): Part[] {
  const plain: Place[] = [];
  const values: Part[] = [];
  const seen = new Set<number>();
  for (const { from, to, isNegated, operator, value, meaning } of groups.flat()) {
    // The alternatives of one operator stand at one place.
    if (isNegated || seen.has(from)) continue;
    seen.add(from);
    const typed = text.slice(from, to);
    const isKnown = operator !== undefined && ofText.has(operator) && !("isPhrase" in meaning && meaning.isPhrase);
    const valueFrom = from + typed.indexOf(":") + 1;
    if (isKnown && meaning.kind !== "own") {
      values.push({ places: wordsBetween(text, valueFrom, to), isInAlphabet: true });
    } else if (meaning.kind === "words" && typed === value) {
      plain.push({ from, to });
    } else if (isOperator(otherLayout(nameIn(typed)))) {
      // "jn:,jhbc": the name stands in the other layout too.
      const name = { from, to: valueFrom - 1 };
      values.push({ places: [name, ...wordsBetween(text, valueFrom, to)], isInAlphabet: false });
    }
  }
  return [...(plain.length > 0 ? [{ places: plain, isInAlphabet: true }] : []), ...values];
}

const nameIn = (word: string): string => /^(\p{L}[\p{L}\d_-]*):/u.exec(word)?.[1] ?? "";
const isOperator = (name = ""): boolean => operatorNamed(fold(name)) !== undefined;

/** Letters that look alike in both alphabets. */
const [latinTwins, russianTwins] = ["aceopxy", "асеорху"];
/** Equal for what a person cannot tell apart. */
const look = (text: string): string => swap(fold(text), latinTwins, russianTwins);

const wordsOf = (text: string, { places }: Part): string[] => places.map(({ from, to }) => text.slice(from, to));

/** A letter alone is no word that has another spelling. */
const hasWord = (words: readonly string[]): boolean => words.some((word) => /\p{L}[\p{L}\p{M}]/u.test(word));

/** No sign comes of a letter: "хлеб" is not "[kt,". An operator may: "акщьЖищкшы". */
const isWritten = (typed: string, other: string): boolean =>
  (other.match(/[^\p{L}\p{M}\p{N}]/gu) ?? []).every((sign) => typed.includes(sign)) || isOperator(nameIn(other));

type Spell = (words: string, part: Part) => readonly string[];

/** The ways to write the words of a part, the likeliest first. */
function waysOf(text: string, part: Part, spell: Spell): string[][] {
  const typed = wordsOf(text, part);
  if (!hasWord(typed)) return [];
  return spell(typed.join(" "), part)
    .map((written) => written.split(" "))
    .filter(
      (written) =>
        look(written.join(" ")) !== look(typed.join(" ")) && written.every((each, at) => isWritten(typed[at]!, each)),
    );
}

/** The text with parts of it written otherwise. */
function respelled(text: string, changes: readonly (readonly [Part, readonly string[]])[]): string {
  const places = changes.flatMap(([part, words]) => part.places.map((place, at) => [place, words[at]!] as const));
  return places
    .toSorted(([a], [b]) => b.from - a.from)
    .reduce((written, [{ from, to }, word]) => written.slice(0, from) + word + written.slice(to), text);
}

/** All parts at once, then each alone. */
function spellingsOf(text: string, parts: readonly Part[], spell: Spell): string[] {
  const ways = parts.flatMap((part) => {
    const found = waysOf(text, part, spell);
    return found.length > 0 ? [{ part, found }] : [];
  });
  const together =
    ways.length > 1
      ? [
          respelled(
            text,
            ways.map(({ part, found }) => [part, found[0]!]),
          ),
        ]
      : [];
  const most = Math.max(0, ...ways.map(({ found }) => found.length));
  const alone = Array.from({ length: most }, (_, rank) =>
    ways.flatMap(({ part, found }) => (found[rank] ? [respelled(text, [[part, found[rank]]])] : [])),
  ).flat();
  return [...new Set([...together, ...alone])].slice(0, MAX_READINGS);
}

/** Addresses are written in one alphabet. */
const alphabetsOf: Spell = (words, { isInAlphabet }) =>
  isInAlphabet && !words.includes("@") ? otherAlphabets(words) : [];
const layoutsOf: Spell = (words) => {
  const other = otherLayout(words);
  return other === undefined ? [] : [other];
};

/** Searches that may have been meant. Operators stay as they were typed, and their values are spelled otherwise. */
export function otherSpellings(typed: string, search: Search): OtherSpellings {
  const parts = partsOf(typed, search);
  const layouts = spellingsOf(typed, parts, layoutsOf).map((text) => text.trim());
  const alphabets = spellingsOf(typed, parts, alphabetsOf).map((text) => text.trim());
  return { layouts, alphabets: alphabets.filter((each) => !layouts.includes(each)) };
}
