import { expect, test } from "vitest";
import { otherAlphabets, otherLayout, otherSpellings } from "./other-spellings.ts";

test.each([
  [",bktn", "билет"],
  ["Rfpfym", "Казань"],
  ["<bktn", "Билет"],
  [":tyz {f,fhjdf", "Женя Хабарова"],
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
  ["Chernyshev", "чернышев"],
  ["Rybakov", "рыбаков"],
  ["Tatyana Vasilyeva", "татьяна васильева"],
  ["Yelena", "елена"],
  ["Nikolai", "николай"],
])("%s is written %s", (latin, russian) => {
  expect(otherAlphabets(latin)[0]).toBe(russian);
});

test.each([
  ["Иванов", "ivanov"],
  ["Щукин", "shchukin"],
  ["Юлия", "yuliya"],
])("%s is written %s", (russian, latin) => {
  expect(otherAlphabets(russian)[0]).toBe(latin);
});

test.each([
  ["Chernyshov", "чернышёв"],
  ["Schmidt", "шмидт"],
  ["Olga", "ольга"],
  ["Melnikov", "мельников"],
  ["Eduard", "эдуард"],
  ["Tatiana", "татьяна"],
  ["Щербаков", "scherbakov"],
  ["Алексей", "alexey"],
  ["Королёв", "korolyov"],
  ["Юлия", "yulia"],
  ["Дмитрий", "dmitry"],
  ["Сергей", "sergei"],
  ["Михаил", "mihail"],
])("%s may also be %s", (name, other) => {
  expect(otherAlphabets(name)).toContain(other);
});

test("however many places have another writing, few readings are searched for", () => {
  expect(otherAlphabets("Shchyolkov Ylyly Schalpy")).toHaveLength(5);
});

test("both are suggested, but not for operators, nor where both alphabets are used", () => {
  const none = { layout: undefined, alphabets: [] };
  expect(otherSpellings("ivanov")).toEqual({ layout: "шмфтщм", alphabets: ["иванов"] });
  expect(otherSpellings(":tyz").layout).toBe("Женя");
  expect(otherSpellings("from:ivanov")).toEqual(none);
  expect(otherSpellings('"ivanov"')).toEqual(none);
  expect(otherSpellings("отчёт Q3")).toEqual(none);
  expect(otherSpellings("2024")).toEqual(none);
});
