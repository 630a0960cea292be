import { expect, test } from "vitest";
import { unflow } from "./flowed.ts";
import { previewOf } from "./preview.ts";

test.each([
  ["white space collapses", " a\n\n b\t c ", "a b c"],
  ["a quote comes after one's own words", "> old\n\nnew words", "new words"],
  ["what introduces a quote goes with it", "Yes.\n\n21 ноября 2026 Анна пишет:\n> старое", "Yes."],
  ["the signature is left out", "Hello\n-- \nAnna", "Hello"],
  ["what is forwarded is left out", "See below\n\n-----Original Message-----\nFrom: x", "See below"],
  ["with nothing else the quote is shown", "> only this", "> only this"],
  ["padding of newsletters is skipped", "Sale\u200c\u00a0\u200c\u00a0\u034f\u00ad\ufeff now", "Sale now"],
  ["a soft hyphen does not part a word", "пись\u00adмо", "письмо"],
  ["joined emoji stay whole", "👩‍💻 ❤️ ok", "👩‍💻 ❤️ ok"],
  ["drawn lines are no words", "a\n==========\nb", "a b"],
])("%s", (_, text, expected) => {
  expect(previewOf(text)).toBe(expected);
});

test("[8621 §4.1.4] at most 256 characters, never half of a surrogate pair", () => {
  expect(previewOf("я".repeat(1000))).toHaveLength(256);
  expect(previewOf(`${"я".repeat(255)}🎉🎉`)).toBe("я".repeat(255));
});

test("[3676 §4] flowed lines are joined by quote depth; the signature is separate", () => {
  expect(unflow("a \nb\n> c \n> d\n>> e\n  stuffed\n-- \nsig ", false)).toBe("a b\n> c d\n>> e\n stuffed\n-- \nsig ");
});

test("[3676 §4.2] with DelSp the space at the end is removed", () => {
  expect(unflow("日 \n本", true)).toBe("日本");
});
