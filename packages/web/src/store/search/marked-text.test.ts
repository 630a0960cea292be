import { expect, test } from "vitest";
import { leadOf, markedIn, markedWords } from "./marked-text.ts";

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

test("a word is marked with what is not seen inside of it", () => {
  const parts = markedWords("a пред\u00adло\u200bжение", new Set(["предложение"]));
  expect(parts).toEqual([
    { text: "a ", isMatch: false },
    { text: "пред\u00adло\u200bжение", isMatch: true },
  ]);
});

test.each([
  ["a short one ", { isCut: false, far: "", near: "a short one " }],
  ["this one is longer ", { isCut: false, far: "this one ", near: "is longer " }],
  ["of this one, the longest, the end is left ", { isCut: true, far: "longest, the end ", near: "is left " }],
  ["x".repeat(60), { isCut: true, far: "", near: "" }],
  ["", { isCut: false, far: "", near: "" }],
])("before a match %j is cut between words", (text, lead) => {
  expect(leadOf(text, { wide: [30, 26], narrow: [12, 10] })).toEqual(lead);
});
