import { expect, test } from "vitest";
import { destination } from "./use-list-keys.ts";

const press = (key: string, code = key) => ({
  key,
  code,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
});

test.each([
  [press("ArrowDown"), 6],
  [press("ArrowUp"), 4],
  [press("j", "KeyJ"), 6],
  [press("о", "KeyJ"), 6],
  [press("л", "KeyK"), 4],
  [press("Home"), 0],
  [press("End"), 99],
  [press("PageDown"), 17],
  [press("PageUp"), -7],
  [press("Enter"), undefined],
])("%o leads from 5 to %s", (key, expected) => {
  expect(destination(key, 5, 12, 100)).toBe(expected);
});

test("the first key down leads to the first letter when none is active", () => {
  expect(destination(press("ArrowDown"), -1, 12, 100)).toBe(0);
  expect(destination(press("ArrowUp"), -1, 12, 100)).toBe(0);
});
