import { expect, test } from "vitest";
import { recipientsLine } from "./recipients-line.ts";

const people = (...emails: string[]) => emails.map((email) => ({ name: null, email }));

test("oneself comes first, in whatever case the address is written", () => {
  expect(recipientsLine(people("a@x.example", "YOU@x.example"), "you@x.example", "you")).toEqual({
    names: ["you", "a@x.example"],
    more: 0,
  });
});

test("two are named and the rest counted, but never a single one", () => {
  expect(recipientsLine(people("a@x", "b@x", "c@x"), "", "you")).toEqual({ names: ["a@x", "b@x", "c@x"], more: 0 });
  expect(recipientsLine(people("a@x", "b@x", "c@x", "d@x", "e@x"), "", "you")).toEqual({
    names: ["a@x", "b@x"],
    more: 3,
  });
});

test("who stands in To and Cc is one person", () => {
  expect(recipientsLine(people("a@x", "A@x"), "", "you")).toEqual({ names: ["a@x"], more: 0 });
});
