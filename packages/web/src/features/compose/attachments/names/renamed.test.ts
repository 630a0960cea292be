import { expect, test } from "vitest";
import { partsOf, renamed } from "./renamed.ts";

test.each([
  ["report.final.pdf", "Report 2026", "Report 2026.pdf"],
  ["scan.png", "  ", "scan.png"],
  ["scan.png", "../a\nb", ".. a b.png"],
  ["README", "Read me", "Read me"],
  [".profile", "x", "x"],
])("%s as %j is %s", (name, typed, expected) => {
  expect(renamed(name, typed)).toBe(expected);
});

test("the end is what programs go by", () => {
  expect(partsOf("письмо.jpeg")).toEqual({ base: "письмо", end: ".jpeg" });
});
