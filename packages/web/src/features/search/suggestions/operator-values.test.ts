import { expect, test } from "vitest";
import { lastWordOf, operatorsFor, takesPeople, valuesFor } from "./operator-values.ts";

const names = (text: string, inRussian = false) => operatorsFor(lastWordOf(text), inRussian).map(({ name }) => name);
const values = (text: string) => valuesFor(lastWordOf(text));

test("operators that begin with what is typed, in its alphabet", () => {
  expect(names("билет fr")).toEqual(["from"]);
  expect(names("те")).toEqual(["тема", "текст"]);
  expect(names("b")).toEqual([]);
  expect(names("from:")).toEqual([]);
  expect(names("", true)).toContain("от");
});

test("values of an operator, in the alphabet of its name or of what is typed", () => {
  expect(values("is:un")).toEqual(["unread"]);
  expect(values("это:")).toContain("прочитанное");
  expect(values("is:флаж")).toEqual(["флажок"]);
  expect(values("after:last")).toEqual(["last week", "last month", "last year"]);
  expect(values("has:file")).toEqual([]);
  expect(values("nothing:")).toEqual([]);
});

test("the last word is the one that is typed", () => {
  expect(lastWordOf("a b -from:an")).toEqual({ head: "a b ", minus: "-", name: "from", operator: "from", value: "an" });
  expect(lastWordOf("a ")).toMatchObject({ head: "a ", value: "" });
  expect(takesPeople(lastWordOf("кому:а"))).toBe(true);
  expect(takesPeople(lastWordOf("тема:а"))).toBe(false);
});

test("a value in quotes is typed on until they are closed", () => {
  expect(lastWordOf('plan label:"Two wo')).toMatchObject({ head: "plan ", operator: "label", value: "Two wo" });
  expect(lastWordOf("-метка:«Two wo")).toMatchObject({ head: "", minus: "-", operator: "label", value: "Two wo" });
  expect(lastWordOf('label:"Two words" wo')).toMatchObject({ head: 'label:"Two words" ', name: "", value: "wo" });
});
