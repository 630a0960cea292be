import { expect, test } from "vitest";
import { jsonText } from "./json-text.ts";

test.each([
  ["a\0b", "a\uFFFDb"],
  ["half \uD83D of a smile", "half \uFFFD of a smile"],
  ["a whole 😀", "a whole 😀"],
  // Backslashes that are text, before what looks like an escape and before one.
  [String.raw`\u0000`, String.raw`\u0000`],
  ["\\\0", "\\\uFFFD"],
  ["\u0001\n", "\u0001\n"],
])("%j", (text, expected) => {
  expect(JSON.parse(jsonText({ text }))).toEqual({ text: expected });
});
