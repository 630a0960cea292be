// @vitest-environment jsdom
import { expect, test } from "vitest";
import { fromText } from "../editor/html.ts";
import type { Attachment } from "../attachments/attachments.ts";
import { type AskedAbout, questionsFor } from "./questions.ts";

const all: AskedAbout = { asksForFile: true, asksForSubject: true, asksForBcc: true };
const none: AskedAbout = { asksForFile: false, asksForSubject: false, asksForBcc: false };
const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: null, email: `p${index}@b.example` }));
const draft = (text: string, subject: string, to: number, cc = 0) => ({
  doc: fromText(text),
  subject,
  to: people(to),
  cc: people(cc),
});
const file: Attachment = { key: "f", name: "a.png", type: "image/png", size: 1, progress: 1 };

test("a letter that is whole is not asked about", () => {
  expect(questionsFor(draft("Hello", "Hello", 9), [], false, all)).toBeUndefined();
  expect(questionsFor(draft("See attached", "Photo", 1), [file], false, all)).toBeUndefined();
});

test("all that there is to ask is asked at once, and nothing that was turned off", () => {
  const careless = draft("See attached", " ", 6, 4);
  expect(questionsFor(careless, [], false, all)).toEqual({ file: "See attached", subject: true, people: 10 });
  expect(questionsFor(careless, [], false, { ...none, asksForSubject: true })).toEqual({ subject: true });
  expect(questionsFor(careless, [], false, none)).toBeUndefined();
});

test("who is answered was together with the others before", () => {
  expect(questionsFor(draft("Yes", "Re: Party", 30), [], true, all)).toBeUndefined();
});
