import { expect, test } from "vitest";
import { greetedAndLeftOut } from "./greeted.ts";

const anna = { name: "Anna Petrova", email: "anna@b.example" };
const boris = { name: "Борис Ёлкин", email: "boris@b.example" };
const other = { name: "Anna Smith", email: "smith@b.example" };
const unnamed = { name: null, email: "carol@b.example" };
const all = [anna, boris, unnamed];
const leftOut = (text: string, to: (typeof all)[number][], people: (typeof all)[number][] = all) =>
  greetedAndLeftOut(text, people, to).map(({ email }) => email);

test.each([
  ["Hi Anna,\nyes", [boris], ["anna@b.example"]],
  ["Добрый день, Борис!\nСогласен", [anna], ["boris@b.example"]],
  ["Борис Елкин, спасибо", [anna], ["boris@b.example"]],
  ["Anna and Борис, see below", [unnamed], ["anna@b.example", "boris@b.example"]],
  ["Anna — thank you", [boris], ["anna@b.example"]],
  ["Anna", [boris], ["anna@b.example"]],
])("%s", (text, to, expected) => {
  expect(leftOut(text, to)).toEqual(expected);
});

test.each([
  ["they are among the recipients", "Hi Anna,", [anna]],
  ["it speaks of them", "Anna said that it is done", [boris]],
  ["they stand later", "Hi all,\nAnna, what do you say?", [boris]],
  ["none is greeted", "Thanks!", [boris]],
])("nothing to ask: %s", (_, text, to) => {
  expect(leftOut(text, to)).toEqual([]);
});

test("a name that a recipient has too is theirs", () => {
  expect(leftOut("Hi Anna,", [other], [anna, other])).toEqual([]);
});
