import { expect, test } from "vitest";
import { markedIn, markedWords } from "./marked-text.ts";

test("a snippet's markup becomes parts of text, and nothing of it HTML", () => {
  expect(markedIn("a &lt;b&gt; <mark>Plan</mark> &amp;amp; <i>so</i>")).toEqual([
    { text: "a <b> ", isMatch: false },
    { text: "Plan", isMatch: true },
    { text: " &amp; <i>so</i>", isMatch: false },
  ]);
  expect(markedIn("")).toEqual([]);
  expect(markedIn("<mark>open")).toEqual([{ text: "<mark>open", isMatch: false }]);
});

test("whole words are marked, in whatever case, and the text stays the same", () => {
  const text = "Иванов, ИВАНОВ и Иванова";
  const parts = markedWords(text, new Set(["иванов"]));
  expect(parts.map((part) => part.text).join("")).toBe(text);
  expect(parts.filter(({ isMatch }) => isMatch).map((part) => part.text)).toEqual(["Иванов", "ИВАНОВ"]);
  expect(markedWords(text, new Set())).toEqual([{ text, isMatch: false }]);
});
