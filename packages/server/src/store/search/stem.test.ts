/** Our stemmers against the reference implementation: the index of an existing mailbox must stay valid. */
import { newStemmer } from "snowball-stemmers";
import { expect, test } from "vitest";
import { stemEnglish } from "./stem-english.ts";
import { stemRussian } from "./stem-russian.ts";

/** Words of every ending behind stems of every shape: deterministic, and many more than any list of examples. */
function words(stems: readonly string[], endings: readonly string[]): Set<string> {
  const all = new Set<string>();
  for (const stem of stems) {
    for (const ending of endings) {
      all.add(stem + ending);
      for (const further of endings) all.add(stem + ending + further);
    }
  }
  return all;
}

const russianEndings =
  " в вши вшись ив ивши ыв ывшись ее ими ой ого ему их ую юю ая ею ем нн вш ющ щ ивш ующ ся сь ла на ете йте ли й л н ло нно ила ыли ен ено ует ить ишь ю а ов ие ье иями ами еи и ией ям ом о ах ы ь ию ья ост ость ейш ейше ость".split(
    " ",
  );
const russianStems = "д пр дом мечта важн област красив явля неизбежн объявлен я у чест аэ".split(" ");
const englishEndings =
  " s es sses ied ies us ss ed eed eedly edly ing ingly y ly li ational tional enci abli entli izer ization alism aliti fulness ousness iveness biliti bli ogi fulli lessli icate iciti ical ful ness ative alize al ance er ic able ant ement ment ent ism ate iti ous ive ize ion sion tion e ll l le at bl tt".split(
    " ",
  );
const englishStems = "b hopp sky y say gener electr relat ox wx hav inn proce enjoy constructor".split(" ");

test.each([
  ["russian", stemRussian, words(russianStems, russianEndings)],
  ["english", stemEnglish, words(englishStems, englishEndings)],
] as const)("%s: the same stems as Snowball's own", (language, stem, all) => {
  const reference = newStemmer(language);
  const wrong = [...all].filter((word) => stem(word) !== reference.stem(word));
  expect(wrong.slice(0, 30).map((word) => [word, stem(word), reference.stem(word)])).toEqual([]);
  expect(all.size).toBeGreaterThan(30_000);
});
