// @vitest-environment jsdom
import { expect, test } from "vitest";
import { resemblanceOf } from "./known-people.ts";

const known = [
  { name: "Anna Petrova", email: "anna@firmware.example", isWritten: true },
  { name: "Anna", email: "anna.low@home.example", isWritten: true },
  { name: "Shop News", email: "news@bigshop.example", isWritten: false },
];
const from = (email: string, name: string | null = null) => resemblanceOf({ name, email }, known);

test.each([
  ["anna@firnware.example", "a letter of the host"],
  ["boss@firmwar.example", "a letter less, with another name before it"],
  ["anma@firmware.example", "a letter of the name"],
  ["Anna@Firmwaer.example", "two that changed places"],
])("%s comes near to a known one: %s", (email) => {
  expect(from(email)).toEqual({ kind: "nearAddress", known: "anna@firmware.example" });
});

test("the name of one who is known by another address, however it is spaced", () => {
  const found = { kind: "knownName", known: "anna@firmware.example" };
  expect(from("a1@attack.test", "anna  PETROVA")).toMatchObject(found);
  expect(from("a1@attack.test", "Anna Pe\u200btrova")).toMatchObject(found);
});

test.each([
  ["anna@firmware.example", "Anna Petrova"],
  ["anna@mail.firmware.example", "Anna Petrova"],
  ["else@firmware.example", "Someone Else"],
  // Of one word there are many.
  ["other@attack.test", "Anna"],
  // A list that was only read is not known.
  ["news@bigshops.example", "Shop News"],
  ["person@elsewhere.example", null],
])("%s (%s) is not taken for another", (email, name) => {
  expect(from(email, name)).toBeUndefined();
});
