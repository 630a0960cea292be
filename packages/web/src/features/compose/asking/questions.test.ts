// @vitest-environment jsdom
import { expect, test } from "vitest";
import { fromText } from "../editor/html.ts";
import type { Attachment } from "../attachments/attachment.ts";
import { type AskedAbout, type KnownPeople, questionsFor } from "./questions.ts";

const all: AskedAbout = {
  asksForFile: true,
  asksForSubject: true,
  asksForBcc: true,
  asksForAddress: true,
  asksForGreeted: true,
};
const none: AskedAbout = {
  asksForFile: false,
  asksForSubject: false,
  asksForBcc: false,
  asksForAddress: false,
  asksForGreeted: false,
};
const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: null, email: `p${index}@b.example` }));
const draft = (text: string, subject: string, to: number, cc = 0) => ({
  doc: fromText(text),
  subject,
  to: people(to),
  cc: people(cc),
  bcc: [],
});
const draftTo = (email: string) => ({ ...draft("Hello", "Hello", 0), to: [{ name: null, email }] });
const noOne: KnownPeople = { book: new Map() };
const file: Attachment = { key: "f", name: "a.png", type: "image/png", size: 1, progress: 1 };

test("a letter that is whole is not asked about", () => {
  expect(questionsFor(draft("Hello", "Hello", 9), [], false, all, noOne)).toBeUndefined();
  expect(questionsFor(draft("See attached", "Photo", 1), [file], false, all, noOne)).toBeUndefined();
});

test("all that there is to ask is asked at once, and nothing that was turned off", () => {
  const careless = draft("See attached", " ", 6, 4);
  expect(questionsFor(careless, [], false, all, noOne)).toEqual({ file: "See attached", subject: true, people: 10 });
  expect(questionsFor(careless, [], false, { ...none, asksForSubject: true }, noOne)).toEqual({ subject: true });
  expect(questionsFor(careless, [], false, none, noOne)).toBeUndefined();
});

test("who is answered was together with the others before", () => {
  expect(questionsFor(draft("Yes", "Re: Party", 30), [], true, all, noOne)).toBeUndefined();
});

test("an address that none knows is compared with those that were written to", () => {
  const book = new Map([
    ["friend@b.example", true],
    ["freind@c.example", false],
  ]);
  const asked = (email: string, about = all) => questionsFor(draftTo(email), [], false, about, { book });
  expect(asked("Freind@b.example")).toEqual({
    addresses: [{ address: "Freind@b.example", known: "friend@b.example" }],
  });
  expect(asked("friend@c.example")).toBeUndefined();
  expect(asked("friend@b.example")).toBeUndefined();
  expect(asked("freind@b.example", { ...all, asksForAddress: false })).toBeUndefined();
});

test("an answer that greets a person of the conversation goes to them", () => {
  const anna = { name: "Anna", email: "anna@b.example" };
  const known = { ...noOne, answered: [anna, { name: "Boris", email: "p0@b.example" }] };
  const answer = draft("Hi Anna,", "Re: Party", 1);
  expect(questionsFor(answer, [], true, all, known)).toEqual({ greeted: [anna] });
  expect(questionsFor({ ...answer, bcc: [anna] }, [], true, all, known)).toBeUndefined();
  expect(questionsFor(answer, [], true, { ...all, asksForGreeted: false }, known)).toBeUndefined();
});
