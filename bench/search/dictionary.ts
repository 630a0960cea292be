/**
 * Which words are forms of one word, by a Hunspell dictionary: the entries of its .dic file with the suffixes of its .aff
 * file. It is the judge of the queries, and none of Pismo's own rules stand in it.
 */
import { readFileSync } from "node:fs";

export interface Dictionary {
  /** The entries whose form a word is, folded (fold.ts); none for a word that the dictionary has not. */
  entriesOf(word: string): readonly string[];
  /** All forms of an entry. */
  formsOf(entry: string): readonly string[];
}

interface Rule {
  strip: string;
  add: string;
  condition: RegExp;
}

/** For comparison: letters that people write for one another are one, as a reader takes them. */
export const fold = (word: string): string => word.normalize("NFC").toLowerCase().replaceAll("ё", "е");

/** @param isInflection whether a suffix makes a form of the word, and not another word */
export function readDictionary(path: string, isInflection: (flag: string) => boolean): Dictionary {
  const rules = new Map<string, Rule[]>();
  for (const line of readFileSync(`${path}.aff`, "utf8").split("\n")) {
    const [kind, flag = "", strip, add, condition] = line.trim().split(/\s+/);
    if (kind !== "SFX" || condition === undefined || !isInflection(flag)) continue;
    const rule = {
      strip: strip === "0" ? "" : strip!,
      add: add!.replace(/\/.*/, "").replace(/^0$/, ""),
      condition: new RegExp(`${condition}$`, "u"),
    };
    rules.set(flag, [...(rules.get(flag) ?? []), rule]);
  }
  const formsOf = new Map<string, Set<string>>();
  const entriesOf = new Map<string, string[]>();
  for (const line of readFileSync(`${path}.dic`, "utf8").split("\n").slice(1)) {
    const [, word = "", flags = ""] = /^([^/\s]+)(?:\/(\S+))?/.exec(line) ?? [];
    if (word === "") continue;
    const forms = new Set([fold(word)]);
    for (const { strip, add, condition } of flags.split("").flatMap((flag) => rules.get(flag) ?? [])) {
      if (word.endsWith(strip) && condition.test(word))
        forms.add(fold(word.slice(0, word.length - strip.length) + add));
    }
    const entry = fold(word);
    const known = formsOf.get(entry) ?? new Set();
    formsOf.set(entry, new Set([...known, ...forms]));
    for (const form of forms) {
      const entries = entriesOf.get(form) ?? [];
      if (!entries.includes(entry)) entriesOf.set(form, [...entries, entry]);
    }
  }
  return {
    entriesOf: (word) => entriesOf.get(word) ?? [],
    formsOf: (entry) => [...(formsOf.get(entry) ?? [])],
  };
}
