import { expect, test } from "vitest";
import { blockPortions, textPortions } from "./portions.ts";

test("a long text comes in portions that end with a line, and loses nothing", () => {
  const text = Array.from({ length: 40_000 }, (_, index) => `line ${index} http://example.org/${index}`).join("\n");
  const portions = textPortions(text);
  expect(portions.join("")).toBe(text);
  expect(portions.length).toBeGreaterThan(100);
  for (const portion of portions.slice(0, -1)) {
    expect(portion.endsWith("\n")).toBe(true);
    expect(portion.length).toBeLessThan(9000);
  }
});

test("a line without end is cut between words, and one without words somewhere", () => {
  const words = "word http://example.org/1 ".repeat(10_000);
  const portions = textPortions(words);
  expect(portions.join("")).toBe(words);
  expect(portions.every((portion) => portion.endsWith(" ") && portion.length <= 32_000)).toBe(true);
  const wall = "x".repeat(100_000);
  expect(textPortions(wall).join("")).toBe(wall);
});

test("a short text is one portion", () => {
  expect(textPortions("one\ntwo")).toEqual(["one\ntwo"]);
  expect(textPortions("")).toEqual([]);
});

test("thousands of short blocks come in portions too", () => {
  const blocks = Array.from({ length: 10_000 }, (_, index) => ({ kind: "text" as const, text: `${index}` }));
  const portions = blockPortions(blocks);
  expect(portions.flatMap((portion) => portion.blocks)).toEqual(blocks);
  expect(portions.every(({ first, blocks: [block] }) => block === blocks[first])).toBe(true);
  expect(Math.max(...portions.map((portion) => portion.blocks.length))).toBeLessThanOrEqual(50);
});
