import { expect, test } from "vitest";
import { peopleOf } from "./people.ts";

const anna = { name: "Анна", email: "anna@mail.example" };
const boris = { name: null, email: "boris@mail.example" };

test("a received Email names its sender", () => {
  expect(peopleOf({ from: [anna], to: [boris], keywords: {} }, "inbox")).toEqual({
    names: "Анна",
    first: anna,
    isRecipient: false,
  });
});

test("Sent and Drafts name the recipients, and so does a draft elsewhere", () => {
  const expected = { names: "boris@mail.example, Анна", first: boris, isRecipient: true };
  expect(peopleOf({ from: [anna], to: [boris, anna], keywords: {} }, "sent")).toEqual(expected);
  expect(peopleOf({ from: [anna], to: [boris, anna], keywords: { $draft: true } }, "m12")).toEqual(expected);
});

test("[5322 §3.6] an Email without From names no sender", () => {
  expect(peopleOf({ from: null, to: null, keywords: {} }, "inbox")).toEqual({
    names: "",
    first: undefined,
    isRecipient: false,
  });
});
