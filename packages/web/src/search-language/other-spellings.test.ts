import { expect, test } from "vitest";
import { otherAlphabet, otherLayout, otherSpellings } from "./other-spellings.ts";

test.each([
  [",bktn", "билет"],
  ["Rfpfym", "Казань"],
  ["cxtn pf cdtn", "счет за свет"],
  ["руддщ", "hello"],
])("the keys of %s write %s", (typed, meant) => {
  expect(otherLayout(typed)).toBe(meant);
});

test.each([
  ["Ivanov", "иванов"],
  ["Shcherbakov", "щербаков"],
  ["Yulia", "юлия"],
  ["Dmitriy", "дмитрий"],
  ["Dmitry", "дмитрий"],
  ["Sergey", "сергей"],
  ["Khabibullin", "хабибуллин"],
  ["Zhukov Alexey", "жуков алексей"],
])("%s is written %s", (latin, russian) => {
  expect(otherAlphabet(latin)).toBe(russian);
});

test.each([
  ["Иванов", "ivanov"],
  ["Щукин", "shchukin"],
  ["Юлия", "yuliya"],
])("%s is written %s", (russian, latin) => {
  expect(otherAlphabet(russian)).toBe(latin);
});

test("both are suggested, but not for operators, nor where both alphabets are used", () => {
  expect(otherSpellings("ivanov")).toEqual(["шмфтщм", "иванов"]);
  expect(otherSpellings("from:ivanov")).toEqual([]);
  expect(otherSpellings('"ivanov"')).toEqual([]);
  expect(otherSpellings("отчёт Q3")).toEqual([]);
  expect(otherSpellings("2024")).toEqual([]);
});
