import { expect, test } from "vitest";
import { cardOfPerson, nameParts } from "./new-person.ts";

test.each([
  ["Anna Petrova", ["Anna", "Petrova"]],
  ["Petrova, Anna", ["Anna", "Petrova"]],
  ["Анна", ["Анна"]],
  [" Anna Maria de la Cruz ", ["Anna Maria de la", "Cruz"]],
  ["Sales, Berlin, 2nd floor", ["Sales, Berlin, 2nd", "floor"]],
  ["Firm,", ["Firm,"]],
])("%j", (name, parts) => {
  expect(nameParts(name).map(({ value }) => value)).toEqual(parts);
});

test("an address in place of a name is no name", () => {
  expect(cardOfPerson({ name: "a@x.example", email: "a@x.example" })).toEqual({
    emails: { e1: { address: "a@x.example" } },
  });
});
