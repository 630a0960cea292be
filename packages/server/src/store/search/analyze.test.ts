/** Plain text takes a shorter path to the same terms: the index of an existing mailbox must stay valid. */
import { expect, test } from "vitest";
import { termsOf, wordsOf } from "./analyze.ts";
import { parseSearch, wordMatcher } from "./query.ts";
import { stem } from "./stems.ts";

/** By folding the text as a whole. */
function termsTheLongWay(text: string): string {
  const words = wordsOf(text);
  return [...words.map(stem), ...new Set(words.filter((word) => stem(word) !== word))].join(" ");
}

/** Puts a character between usual words, beside a diacritic, and between letters whose folding depends on their neighbours. */
const around = (char: string): string[] => [
  `word${char}слова ${char}`,
  `é${char}и ${char}й№${char}1`,
  `й${char}е ΑΣ${char}`,
];

test("every character parts or joins words as it does the long way", () => {
  const chars = [
    ...Array.from({ length: 0x3400 }, (_, code) => String.fromCharCode(code)),
    ...Array.from({ length: 0x1000 }, (_, at) => String.fromCodePoint(0x1f000 + at)),
    "中",
    "가",
    "\ufe0f",
    "ﬁ",
    "Ａ",
    "\ud83d",
    "\ud83c",
    "\ude00",
    "𝐀",
    "🇷🇺",
    "❤️‍🔥",
    "Й",
    "и\u0306",
    "№",
    "№é",
  ];
  const wrong = chars.flatMap(around).filter((text) => termsOf(text) !== termsTheLongWay(text));
  expect(wrong).toEqual([]);
});

test.each(["№50008", "№50008 на 900 ₽", "№50008 é", "₽50008 €", "50008€", "#50008 ü", "™50008№", "50008℃ ё"])(
  "signs part words: %s",
  (text) => {
    expect(wordsOf(text)).toContain("50008");
    expect(termsOf(text).split(" ")).toContain("50008");
    expect(parseSearch(text).flatMap(({ words }) => words)).toContain("50008");
  },
);

test.each(["\u00ad", "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff"])("%j parts no word", (char) => {
  for (const text of [`пред${char}ложение`, `пред${char}${char}ложение é`, `пред${char}ложение 中`]) {
    expect(wordsOf(text)[0]).toBe("предложение");
    expect(termsOf(text)).toBe(termsOf(text.replaceAll(char, "")));
    expect(parseSearch(text)[0]!.words).toEqual(["предложение"]);
    expect(wordMatcher(["предложения"])(`пред${char}ложение`)).toBe(true);
  }
});

test("spaces of no width part words where no others do", () => {
  expect(wordsOf("ខ្មែរ\u200bភាសា")).toHaveLength(2);
  expect(wordsOf("می\u200cخواهم")).toHaveLength(2);
});

test("a long word is truncated, on either path", () => {
  const long = `${"Ы".repeat(70)} ${"a1".repeat(40)} end`;
  expect(termsOf(long)).toBe(termsTheLongWay(long));
  expect(termsOf(long).split(" ")).toContain("ы".repeat(64));
});

test("words are stemmed again after their eviction from the cache", () => {
  const many = Array.from({ length: 100_000 }, (_, at) => `слова${at} forms${at}`).join(" ");
  const terms = termsOf(many);
  expect(terms).toBe(termsTheLongWay(many));
  expect(termsOf(many)).toBe(terms);
});
