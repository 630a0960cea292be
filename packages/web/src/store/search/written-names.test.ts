import { expect, test } from "vitest";
import { type SearchSettings, understand } from "./search-filter.ts";
import { nameWriter } from "./written-names.ts";

const anna = { accountId: "a1", name: "Anna", email: "anna@x.example" };

/** Names that end a value, begin another, or that something else is called by. */
const names = [
  "Plain",
  "Two words",
  'Child with a/slash "quotes"',
  "«Ёлки» и палки",
  "„deutsch“ “english”",
  'all "of" «them» „here“ “there”',
  "(a)b",
  "a) b",
  "a OR b",
  "-minus",
  "//host",
  "from:anna",
  "★",
  "!!!",
  "All",
  "inbox",
  "Корзина",
  "me",
  "Two-words",
  "twice",
  "Twice",
  "Work / Tax",
  "Work/Tax",
];

const settings: SearchSettings = {
  mailboxes: [
    { id: "m-inbox", role: "inbox", name: "Inbox" },
    ...names.map((name, at) => ({ id: `m${at}`, role: null, name, parentId: null })),
    // Its path is the name of another.
    { id: "m-work", role: null, name: "Work", parentId: null },
    { id: "m-tax", role: null, name: "Tax", parentId: "m-work" },
  ],
  memberFolders: [],
  labels: [
    ...names.map((name, at) => ({ keyword: `k${at}`, name, path: name })),
    { keyword: "k-tax", name: "Plain", path: "Work / Plain" },
  ],
  account: anna,
  accounts: [anna],
  own: [],
  isMonthFirst: false,
  now: new Date(2026, 2, 18),
  hasFileNames: true,
  hasLists: true,
};

const meanings = (text: string) => {
  const { groups, problems } = understand(text, settings);
  return { problems, meanings: groups.flat().map(({ meaning }) => meaning) };
};

test.each(names)("a label that is called %s is found by what is written for it", (name) => {
  const keyword = `k${names.indexOf(name)}`;
  const written = nameWriter("label", settings)(keyword, [name]);
  const label = { kind: "label", keyword, name };
  expect(meanings(`label:${written}`)).toEqual({ problems: [], meanings: [label] });
  // Behind it one types on.
  expect(meanings(`label:${written} boris`).meanings).toEqual([label, { kind: "words", text: "boris" }]);
  expect(meanings(`-метка:${written} boris`).problems).toEqual([]);
});

test.each(names)("and so is a folder: %s", (name) => {
  const id = `m${names.indexOf(name)}`;
  const written = nameWriter("in", settings)(id, [name]);
  expect(meanings(`in:${written} boris`)).toEqual({
    problems: [],
    meanings: [
      { kind: "folder", folders: [id] },
      { kind: "words", text: "boris" },
    ],
  });
});

test("names are written as people know them where that is clear", () => {
  const label = nameWriter("label", settings);
  expect(label("k0", ["Plain"])).toBe("Plain");
  expect(label("k2", [names[2]!])).toBe('«Child with a/slash "quotes"»');
  expect(label("k-tax", ["Plain", "Work / Plain"])).toBe('"Work / Plain"');
  expect(label("k5", [names[5]!])).toBe("k5");
  const folder = nameWriter("in", settings);
  expect(folder("m14", ["All"])).toBe("m14");
  expect(folder("m-tax", ["Work/Tax"])).toBe("m-tax");
});
