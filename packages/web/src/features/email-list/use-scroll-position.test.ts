import { expect, test } from "vitest";
import { movedSince } from "./use-scroll-position.ts";

const listOf = (...ids: string[]) => ({ indexOf: (id: string) => ids.indexOf(id) });
const seen = [
  { id: "b", index: 1 },
  { id: "c", index: 2 },
];

test("a list moves by what came or went above, and not once more while what stands there is not loaded", () => {
  const list = listOf("new", "a", "b", "c");
  const first = movedSince(list, seen);
  expect(first.moved).toBe(1);
  expect(movedSince(list, first.now)).toEqual({ moved: 0, now: first.now });
});

test("where the first is gone, the next one tells", () => {
  expect(movedSince(listOf("a", "c"), seen)).toEqual({ moved: -1, now: [{ id: "c", index: 1 }] });
});

test("where none is there, all are waited for", () => {
  expect(movedSince(listOf("x"), seen)).toEqual({ moved: 0, now: seen });
});
