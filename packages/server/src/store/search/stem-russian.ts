/** The Russian stemmer of Snowball (snowballstem.org/algorithms/russian), for folded words: no capitals, ё is е. Pure. */
import { cut, type Endings, letterSet, longest, regionAfter } from "./endings.ts";

const isVowel = letterSet("аеиоуыэюя", "а");

// The first of each pair applies after а or я alone, which stay.
const gerundAfterA = cut("в вши вшись");
const gerund = cut("в вши вшись ив ивши ившись ыв ывши ывшись");
const adjective = cut("ее ие ые ое ими ыми ей ий ый ой ем им ым ом его ого ему ому их ых ую юю ая яя ою ею");
const participleAfterA = cut("ем нн вш ющ щ");
const participle = cut("ем нн вш ющ щ ивш ывш ующ");
const verbAfterA = cut("ла на ете йте ли й л ем н ло но ет ют ны ть ешь нно");
const verb = cut(
  "ла на ете йте ли й л ем н ло но ет ют ны ть ешь нно ила ыла ена ейте уйте ите или ыли ей уй ил ыл им ым ен ило ыло ено ят ует уют ит ыт ены ить ыть ишь ую ю",
);
const noun = cut(
  "а ев ов ие ье е иями ями ами еи ии и ией ей ой ий й иям ям ием ем ам ом о у ах иях ях ы ь ию ью ю ия ья я",
);
const reflexive = cut("ся сь");
const derivational = cut("ост ость");
const last = cut("ейш ейше н ь");

const isA = letterSet("ая", "а");

/** Removes the longest of `all`; those of `afterA` need an а or я before them. undefined where there is none. */
function without(word: string, all: Endings, afterA: Endings | undefined, from: number): string | undefined {
  const found = longest(word, all, from)?.text;
  if (found === undefined) return undefined;
  const at = word.length - found.length;
  if (afterA && longest(found, afterA)?.text === found && (at <= from || !isA(word.charCodeAt(at - 1))))
    return undefined;
  return word.slice(0, at);
}

export function stemRussian(word: string): string {
  let from = 0;
  while (from < word.length && !isVowel(word.charCodeAt(from))) from++;
  from++;
  if (from >= word.length) return word;
  const second = regionAfter(word, isVowel, regionAfter(word, isVowel, 0));

  let rest = without(word, gerund, gerundAfterA, from);
  if (rest === undefined) {
    const plain = without(word, reflexive, undefined, from) ?? word;
    const ofAdjective = without(plain, adjective, undefined, from);
    rest =
      ofAdjective === undefined
        ? (without(plain, verb, verbAfterA, from) ?? without(plain, noun, undefined, from) ?? plain)
        : (without(ofAdjective, participle, participleAfterA, from) ?? ofAdjective);
  }
  if (rest.length > from && rest.endsWith("и")) rest = rest.slice(0, -1);

  const ost = longest(rest, derivational, from)?.text;
  if (ost !== undefined && rest.length - ost.length >= second) rest = rest.slice(0, -ost.length);

  const ending = longest(rest, last, from)?.text;
  if (ending === undefined) return rest;
  if (ending === "ь") return rest.slice(0, -1);
  if (ending.startsWith("ейш")) rest = rest.slice(0, -ending.length);
  return rest.length - 2 >= from && rest.endsWith("нн") ? rest.slice(0, -1) : rest;
}
