import { expect, test } from "vitest";
import type { Selection } from "../../store/index.ts";
import { draggedEmails } from "./email-drop.ts";

const chosen = (...ids: string[]): Selection => ({ kind: "ids", ids: new Set(ids) });

test("an Email outside the selection is dragged alone", () => {
  expect(draggedEmails('["e3"]', chosen("e1", "e2"))).toEqual(chosen("e3"));
});

test("an Email of the selection takes the selection along", () => {
  expect(draggedEmails('["e1"]', chosen("e1", "e2"))).toEqual(chosen("e1", "e2"));
  const whole: Selection = { kind: "all", query: { folder: "inbox" }, except: new Set(["e9"]), total: 100_000 };
  expect(draggedEmails('["e1"]', whole)).toBe(whole);
  expect(draggedEmails('["e9"]', whole)).toEqual(chosen("e9"));
});

test("what is no list of ids is no Email", () => {
  for (const payload of ["", "not json", "null", "{}", "[]", "[1]", '"e1"']) {
    expect(draggedEmails(payload, chosen("e1"))).toBeUndefined();
  }
});
