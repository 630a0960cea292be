import { expect, test } from "vitest";
import { fieldsOfSearch } from "./fields-of-search.ts";
import { parseSearch } from "./search.ts";
import { exactValue, noFields, type SearchFields, valueOf, withFilters, writtenSearch } from "./written-search.ts";

const context = {
  now: new Date(2026, 2, 18),
  isMonthFirst: false,
  foldersNamed: (name: string) => (name === "twice" ? [name, "other"] : [name]),
  labelNamed: () => undefined,
  accountNamed: () => undefined,
};

const full: SearchFields = {
  from: "Анна Иванова",
  to: "boris@x.example",
  subject: 'the "plan"',
  words: "билеты поезд",
  without: "отель, самолёт",
  folder: "archive",
  since: "2024-02-28",
  until: "2024-02-29",
  hasFile: true,
  fileName: "report",
};

test("a form is written as a person would type it, in either language", () => {
  expect(writtenSearch(noFields, false)).toBe("");
  expect(writtenSearch(full, false)).toBe(
    'билеты поезд -отель -самолёт from:(Анна Иванова) to:boris@x.example subject:the subject:"plan" in:archive after:2024-02-28 before:2024-03-01 has:file filename:report',
  );
  expect(writtenSearch({ ...noFields, from: "anna", hasFile: true }, true)).toBe("от:anna есть:файл");
});

test.each([true, false])("what is written is understood as it was meant", (inRussian) => {
  const { groups, problems } = parseSearch(writtenSearch(full, inRussian), context);
  expect(problems).toEqual([]);
  expect(groups.flat().map(({ meaning, isNegated }) => [meaning.kind, isNegated])).toEqual([
    ["words", false],
    ["words", false],
    ["words", true],
    ["words", true],
    ["field", false],
    ["field", false],
    ["field", false],
    ["field", false],
    ["folder", false],
    ["date", false],
    ["date", false],
    ["hasFile", false],
    ["fileName", false],
  ]);
});

const fieldsOf = (text: string): Partial<SearchFields> =>
  fieldsOfSearch(text, parseSearch(text, context), (folder) => (folder === "hidden" ? undefined : folder));

test("a form takes apart what it has fields for, and keeps the rest as it was typed", () => {
  expect(fieldsOf("from:boris has:file отчёт")).toEqual({ ...noFields, from: "boris", hasFile: true, words: "отчёт" });
  const rest = '"два слова" a OR b is:unread from:b OR from:c cc:x in:hidden in:twice form:x';
  expect(fieldsOf(`from:anna ${rest}`)).toEqual({ ...noFields, from: "anna", words: rest });
  expect(fieldsOf('from:anna from:b subject:"план" -"c d" filename:"x"')).toEqual({
    ...noFields,
    from: "anna b",
    subject: '"план"',
    without: '"c d"',
    fileName: '"x"',
  });
  expect(fieldsOf("from:me on:2024-02-29 in:anywhere -a -b")).toEqual({
    ...noFields,
    from: "me",
    since: "2024-02-29",
    until: "2024-02-29",
    folder: "anywhere",
    without: "a b",
  });
});

test.each([true, false])("what a form has written it takes apart again", (inRussian) => {
  expect(fieldsOf(writtenSearch(full, inRussian))).toEqual({ ...full, without: "отель самолёт" });
});

test.each([
  ["quarterly zebra", "subject:(quarterly zebra)"],
  ["zebra", "subject:zebra"],
  ['"quarterly budget"', 'subject:"quarterly budget"'],
  ["«план» на год", 'subject:"план" subject:(на год)', '"план" на год'],
  ['the "quarterly budget" zebra', 'subject:the subject:"quarterly budget" subject:zebra'],
  ["anna OR boris", "subject:(anna OR boris)"],
  ["report (2024) now", "subject:(report 2024 now)", "report 2024 now"],
  ['12" pipe', "subject:(12 pipe)", "12 pipe"],
  ['"', "", ""],
])("a text field with %s is written %s, and read as it was", (subject, written, shown = subject) => {
  expect(writtenSearch({ ...noFields, subject }, false)).toBe(written);
  expect(fieldsOf(written)).toEqual({ ...noFields, subject: shown });
});

test("what is left out keeps its quotes", () => {
  const fields = { ...noFields, without: 'a "c d"' };
  expect(writtenSearch(fields, false)).toBe('-a -"c d"');
  expect(fieldsOf('-a -"c d"')).toEqual(fields);
});

test("filters beside a search are written as its operators", () => {
  const filters = { states: ["unread", "flagged"], hasFile: true, label: ["Новый дом", "novyj-dom"] } as const;
  expect(withFilters("a OR b", { states: [], hasFile: false }, false)).toBe("a OR b");
  expect(withFilters("a OR b", filters, false)).toBe('a OR b is:unread is:flagged has:file label:"Новый дом"');
  expect(withFilters("a", filters, true)).toBe('a это:непрочитанное это:флажок есть:файл метка:"Новый дом"');
});

test("a name is written to the letter, in quotes that it does not have", () => {
  expect(exactValue("plain")).toBe("plain");
  expect(exactValue("a/slash")).toBe("a/slash");
  expect(exactValue('a/slash "quotes"')).toBe('«a/slash "quotes"»');
  expect(exactValue("(a)b")).toBe('"(a)b"');
  expect(exactValue("//host")).toBe('"//host"');
  expect(exactValue('"a" «b» „c“')).toBeUndefined();
  const named = ['"a" «b» „c“', "keyword"];
  expect(withFilters("a", { states: [], hasFile: false, label: named }, false)).toBe("a label:keyword");
});

test("what words are looked for in is one value, whatever signs it has", () => {
  const words = ['"john doe"@x.example', "report (final).pdf", "(draft).pdf", "//host/file", "a«b»c"];
  for (const text of words) {
    const { groups, problems } = parseSearch(`from:${valueOf(text)}`, context);
    expect(problems).toEqual([]);
    expect(groups.flat().map(({ operator }) => operator)).toEqual(["from"]);
  }
});
