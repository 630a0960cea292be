import { expect, test } from "vitest";
import { visibleText, withoutHidden } from "./visible-text.ts";

test.each([
  ["invoice\u202egpj.exe", "invoice‹U+202E›gpj.exe"],
  ["\u2066Anna\u2069", "‹U+2066›Anna‹U+2069›"],
  ["pay\u200bpal", "pay‹U+200B›pal"],
  ["pay\u200dpal", "pay‹U+200D›pal"],
  ["a\u3164b\u{e0041}", "a‹U+3164›b‹U+E0041›"],
  ["one\r\nBcc: two\tthree", "one Bcc: two three"],
  ["a\u0000b\u001b[31m", "a‹U+0000›b‹U+001B›[31m"],
  ["\u200fשלום\u200e", "שלום"],
])("%j is shown as %j", (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

test.each(["Привет, Anna!", "👩‍👩‍👧 🏳️‍🌈 👍🏽", "می‌خواهم", "क्‍ष", "日本語", "e\u0301", ""])("%s stays as it is", (text) => {
  expect(visibleText(text)).toBe(text);
});

test("running text loses what cannot be seen, and its lines stay apart", () => {
  expect(withoutHidden("one\r\ntwo\u200b\u034f\u200e\tthree")).toBe("one two three");
});
