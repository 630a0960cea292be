import { expect, test } from "vitest";
import type { Selection } from "../../store/index.ts";
import { draggedLetters } from "./letter-drop.ts";

const chosen = (...ids: string[]): Selection => ({ kind: "ids", ids: new Set(ids) });

test("the letters that were dragged fall, whatever is selected", () => {
  expect(draggedLetters('{"ids":["e3"]}', chosen("e1", "e2"))).toEqual(chosen("e3"));
  expect(draggedLetters('{"ids":["e1","e2"]}', chosen("e1", "e2"))).toEqual(chosen("e1", "e2"));
});

test("a whole folder falls as it is selected", () => {
  const whole: Selection = { kind: "all", query: { folder: "inbox" }, except: new Set(["e9"]), total: 100_000 };
  expect(draggedLetters('{"selection":true}', whole)).toBe(whole);
});

test("what is no list of ids is no letter", () => {
  for (const payload of ["", "not json", "null", "{}", "[]", '{"ids":[]}', '{"ids":[1]}', '{"ids":"e1"}']) {
    expect(draggedLetters(payload, chosen("e1"))).toBeUndefined();
  }
});
