import { expect, test } from "vitest";
import { otherAlphabets, otherLayout, otherSpellings } from "./other-spellings.ts";
import { parseSearch, type SearchContext } from "./search.ts";

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

const context: SearchContext = {
  now: new Date(2026, 2, 18),
  isMonthFirst: false,
  foldersNamed: () => [],
  labelNamed: () => undefined,
  accountNamed: () => undefined,
};
const suggested = (text: string) => otherSpellings(text, parseSearch(text, context));
const none = { layouts: [], alphabets: [] };

test("both are suggested, but not where both alphabets are used, nor for what is quoted", () => {
  expect(suggested("ivanov")).toEqual({ layouts: ["шмфтщм"], alphabets: ["иванов"] });
  expect(suggested(":tyz").layouts).toEqual(["Женя"]);
  expect(suggested("cxtn pf cdtn").layouts).toEqual(["счет за свет"]);
  for (const text of ['"ivanov"', "отчёт Q3", "2024"]) expect(suggested(text)).toEqual(none);
});

test.each([
  ["from:борис", "from:boris"],
  ["от:Анна", "от:anna"],
  ["ОТ:anna", "ОТ:анна"],
  ["subject:зебра", "subject:zebra"],
  ["to:борис", "to:boris"],
  ["cc:борис", "cc:boris"],
  ["body:зебра", "body:zebra"],
  ["filename:зебра", "filename:zebra"],
  ["from:(анна ИЛИ борис)", "from:(anna ИЛИ boris)"],
  ["анна OR борис", "anna OR boris"],
  ["from:борис -зебра after:2024 in:inbox", "from:boris -зебра after:2024 in:inbox"],
  ["from:борис after:last week", "from:boris after:last week"],
  ['"точно так" борис', '"точно так" boris'],
])("%s may be %s", (typed, meant) => {
  expect(suggested(typed).alphabets[0]).toBe(meant);
});

test("of several parts all are written otherwise, and each alone", () => {
  expect(suggested("зебра from:борис").alphabets).toEqual(["zebra from:boris", "zebra from:борис", "зебра from:boris"]);
  expect(suggested("отчёт от:,jhbc").layouts).toEqual(["отчёт от:борис"]);
});

test.each([
  ["от:,jhbc", "от:борис"],
  ["from:ищкшы", "from:boris"],
  ["jn:,jhbc", "от:борис"],
  ["акщь:ищкшы", "from:boris"],
  ["акщьЖищкшы", "from:boris"],
])("%s is %s in the other layout", (typed, meant) => {
  expect(suggested(typed).layouts).toEqual([meant]);
});

test.each(["C++", "a", "from:a", "-zebra", "-from:борис", "from:me", 'from:"борис"', "in:борис", "PS:2024"])(
  "%s suggests nothing",
  (text) => {
    expect(suggested(text)).toEqual(none);
  },
);

test.each(["ещё", "хлеб", "Это-то", "слюни"])("no sign stands for a letter of %s", (text) => {
  expect(suggested(text).layouts).toEqual([]);
});

test("what looks the same is not suggested", () => {
  expect(suggested("aeo").alphabets).not.toContain("аео");
  expect(suggested("еа").alphabets).toEqual([]);
});

test("addresses are written in one alphabet", () => {
  expect(suggested("from:boris@mail.example").alphabets).toEqual([]);
});
