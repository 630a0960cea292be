import { expect, test } from "vitest";
import { termsOf } from "../analyze.ts";
import { englishForms, lemmas } from "./english-forms.ts";
import { termsFor } from "./variants.ts";

const finds = (searched: string, text: string): boolean => {
  const terms = new Set(termsOf(text).split(" "));
  return termsFor(searched).some((term) => terms.has(term));
};

test("every form of every word finds every other, the regular ones of verbs too", () => {
  const missed = lemmas.flatMap((forms) =>
    forms.flatMap((one) => forms.filter((other) => !finds(one, other)).map((other) => `${one} ${other}`)),
  );
  expect(missed).toEqual([]);
  expect(lemmas.length).toBeGreaterThan(150);
});

test("no word stands there twice, and each is one that is written", () => {
  const first = lemmas.map(([word]) => word);
  expect(first.filter((word, index) => first.indexOf(word) !== index)).toEqual([]);
  for (const form of lemmas.flat()) expect(form).toMatch(/^[a-z]{2,}$/);
});

test.each([
  ["try", []],
  ["writes", ["write", "wrote", "written"]],
  ["begin", ["begin", "began", "begun"]],
  ["beginning", ["begin", "began", "begun"]],
  ["flies", ["fli", "flew", "flown"]],
  ["teaches", ["teach", "taught"]],
  ["fleeing", ["flee", "fled"]],
  ["undoes", ["undo", "undid", "undone", "undoes"]],
  // The leaf, and what leaves.
  ["leaves", ["leaf", "leaves", "leav", "left"]],
])("%s: %j", (word, terms) => {
  expect(englishForms(word)).toEqual(terms);
});
