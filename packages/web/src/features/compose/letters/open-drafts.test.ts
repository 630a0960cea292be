import { expect, test } from "vitest";
import { freeDraftOf, letterWith, noteDraft } from "./open-drafts.ts";

test("the draft of a closed letter is free at once, and those of others are not", () => {
  noteDraft("one@mail.example", 1);
  noteDraft("two@mail.example", 2);
  freeDraftOf(1);
  expect(letterWith("one@mail.example")).toBeUndefined();
  expect(letterWith("two@mail.example")).toBe(2);
});

test("a form that ends late leaves the draft to the one that has it by then", () => {
  const endFirst = noteDraft("same@mail.example", 3);
  const endSecond = noteDraft("same@mail.example", 4);
  endFirst();
  expect(letterWith("same@mail.example")).toBe(4);
  endSecond();
  expect(letterWith("same@mail.example")).toBeUndefined();
});
