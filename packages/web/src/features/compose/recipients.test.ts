import { expect, test } from "vitest";
import { distinctRecipients, isValidAddress, parseRecipients } from "./recipients.ts";

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
