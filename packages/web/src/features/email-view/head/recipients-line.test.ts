import { expect, test } from "vitest";
import { recipientsLine } from "./recipients-line.ts";

const people = (...emails: string[]) => emails.map((email) => ({ name: null, email }));

test("oneself comes first, in whatever case the address is written", () => {
  expect(recipientsLine(people("a@x.example", "YOU@x.example"), "you@x.example", "you")).toEqual({
    names: ["you", "a@x.example"],
    more: 0,
  });
});

test("oneself is oneself with the domain in A-labels too", () => {
  expect(recipientsLine(people("you@xn--e1afmkfd.xn--p1ai"), "you@пример.рф", "you").names).toEqual(["you"]);
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

test("of two hundred thousand the first are looked at, and all counted", () => {
  const crowd = Array.from({ length: 200_000 }, (_, index) => ({
    name: "n".repeat(9),
    email: `p${index}@example.com`,
  }));
  const { names, more } = recipientsLine(crowd, "me@example.com", "you");
  expect(names).toHaveLength(2);
  expect(more).toBe(199_998);
  const [long] = recipientsLine([{ name: "(".repeat(262_144), email: "a@b" }], "me@example.com", "you").names;
  expect(long).toHaveLength(500);
});
