import { expect, test } from "vitest";
import { type KeyPress, matchesShortcut } from "./shortcut.ts";

const press = (key: string, code: string, modifiers: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...modifiers,
});

test("letters are the same keys in a Russian layout", () => {
  expect(matchesShortcut(press("e", "KeyE"), "E")).toBe(true);
  expect(matchesShortcut(press("у", "KeyE"), "E")).toBe(true);
});

test("Shift tells two letters apart", () => {
  expect(matchesShortcut(press("I", "KeyI", { shiftKey: true }), "Shift+I")).toBe(true);
  expect(matchesShortcut(press("i", "KeyI"), "Shift+I")).toBe(false);
  expect(matchesShortcut(press("E", "KeyE", { shiftKey: true }), "E")).toBe(false);
});

test("signs count by what they write, however they are typed", () => {
  expect(matchesShortcut(press("!", "Digit1", { shiftKey: true }), "!")).toBe(true);
  expect(matchesShortcut(press("1", "Digit1"), "!")).toBe(false);
  expect(matchesShortcut(press("=", "Equal"), "=")).toBe(true);
});

test("Control is Command on Apple's keyboards, and the browser's own shortcuts are left alone", () => {
  expect(matchesShortcut(press("a", "KeyA", { metaKey: true }), "Control+A")).toBe(true);
  expect(matchesShortcut(press("a", "KeyA", { ctrlKey: true }), "A")).toBe(false);
  expect(matchesShortcut(press("e", "KeyE", { altKey: true }), "E")).toBe(false);
});
