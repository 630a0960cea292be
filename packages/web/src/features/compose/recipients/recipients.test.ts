import { expect, test } from "vitest";
import {
  distinctRecipients,
  formatRecipient,
  isAddressWritten,
  isValidAddress,
  isWithinQuotes,
  parseRecipients,
} from "./recipients.ts";

test("a pasted list is split at commas, semicolons, lines and spaces", () => {
  expect(parseRecipients('"Petrova, Anna" <anna@mail.example>; b@mail.example\nc@mail.example d@mail.example')).toEqual(
    [
      { name: "Petrova, Anna", email: "anna@mail.example" },
      { name: null, email: "b@mail.example" },
      { name: null, email: "c@mail.example" },
      { name: null, email: "d@mail.example" },
    ],
  );
});

test("signs within quotes part nothing, and a quote that is never closed does not swallow the rest", () => {
  expect(parseRecipients('"Ann \\"A, B\\" Lee" <ann@mail.example>, b@mail.example')).toEqual([
    { name: 'Ann "A, B" Lee', email: "ann@mail.example" },
    { name: null, email: "b@mail.example" },
  ]);
  expect(parseRecipients('O"Neil <a@mail.example>, b@mail.example')).toEqual([
    { name: 'O"Neil', email: "a@mail.example" },
    { name: null, email: "b@mail.example" },
  ]);
  expect(parseRecipients("mailto:a@mail.example")).toEqual([{ name: null, email: "a@mail.example" }]);
});

test.each([
  '"',
  '"Ivanov',
  '"Ivanov, Ivan',
  'anna@mail.example; "Ivanov',
  '"Ann \\"A',
  '"Ann \\\\" <a@mail.example>, "B',
])("typed up to here, a comma is part of the name: %s", (text) => {
  expect(isWithinQuotes(text)).toBe(true);
});

test.each(["", "anna@mail.example", '"Ivanov, Ivan"', 'O"Neil', 'O"Neil <a@mail.example>', '"Ann <a@mail.example>'])(
  "typed up to here, a comma ends the recipient: %s",
  (text) => {
    expect(isWithinQuotes(text)).toBe(false);
  },
);

test("a recipient that is taken back into the field is the same when it is read again", () => {
  for (const name of ["Ivanov, Ivan", 'Ann "A; B" Lee', "a\\b, c", "Анна Каренина", "O'Neil"]) {
    const recipient = { name, email: "a@mail.example" };
    expect(parseRecipients(formatRecipient(recipient))).toEqual([recipient]);
  }
});

test("each address stands once, whatever its case", () => {
  const [anna, again] = parseRecipients("Anna <a@mail.example>, A@mail.example");
  expect(distinctRecipients([anna!, again!])).toEqual([anna]);
});

test("what is no address stays as it was typed", () => {
  expect(parseRecipients("Anna Petrova")).toEqual([{ name: null, email: "Anna Petrova" }]);
});

test.each(["a@b", "a.b+c@mail.example", "почта@пример.рф", "o'neil@x-y.example", "you@pismo.localhost"])(
  "%s is valid",
  (email) => {
    expect(isValidAddress(email)).toBe(true);
  },
);

test.each([
  "",
  "a",
  "@b",
  "a@",
  "a@b c",
  "a b@c",
  "a@@b",
  "a..b@c",
  "a@-b.example",
  "a@b..c",
  "a,b@c",
  `${"a".repeat(65)}@b`,
])("%s is not valid", (email) => {
  expect(isValidAddress(email)).toBe(false);
});

test.each([
  "anna@mail.example",
  "Anna <a@mail.example>",
  "<a@mail.example>",
  "Anna <a@mail.exam",
  "a@mail.example b@mail.example",
  "mailto:a@mail.example",
])("no suggestion takes the place of what is written out: %s", (text) => {
  expect(isAddressWritten(text)).toBe(true);
});

test.each(["Anna", "Anna Petr", "anna@", "Anna a@mail.example"])("it may be the beginning of a name: %s", (text) => {
  expect(isAddressWritten(text)).toBe(false);
});
