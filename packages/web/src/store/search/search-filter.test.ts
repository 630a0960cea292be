import { expect, test } from "vitest";
import { conditionsOf, namesFolder, type SearchSettings, understand } from "./search-filter.ts";
import { needsLanguage } from "./search-terms.ts";

const anna = { accountId: "a1", name: "Anna", email: "anna@x.example" };
const settings: SearchSettings = {
  mailboxes: [
    { id: "m1", role: "inbox", name: "Inbox" },
    { id: "m2", role: "junk", name: "Junk" },
    { id: "m3", role: "trash", name: "Trash" },
    { id: "m7", role: null, name: "Дача" },
  ],
  memberFolders: [],
  labels: [{ keyword: "rabota", name: "Моя работа" }],
  account: anna,
  accounts: [anna, { accountId: "a2", name: "Work", email: "work@x.example" }],
  own: [{ addresses: ["anna@x.example"] }],
  isMonthFirst: false,
  now: new Date(2026, 2, 18, 15, 30),
  hasFileNames: true,
  hasLists: true,
};
const conditions = (text: string, more: Partial<typeof settings> = {}) =>
  conditionsOf(understand(text, { ...settings, ...more }), { ...settings, ...more });
const utc = (...[year, month, day]: [number, number, number]) =>
  `${new Date(year, month, day).toISOString().slice(0, -5)}Z`;

test("words and phrases are one condition, whose last word is a beginning while it is typed", () => {
  expect(conditions('билет "в Казань" пое')).toEqual([{ text: 'билет "в Казань" пое' }]);
  expect(conditions("билет from:anna")).toEqual([{ text: "билет " }, { from: "anna" }]);
  expect(conditions("from:anna пое")).toEqual([{ text: "пое" }, { from: "anna " }]);
  expect(conditions("'tis")).toEqual([{ text: "tis" }]);
});

test("operators are the standard's conditions", () => {
  expect(conditions('subject:"the plan" is:unread has:file larger:5M list:dev')).toEqual([
    { subject: '"the plan"' },
    { notKeyword: "$seen" },
    { hasAttachment: true },
    { minSize: 5_000_000 },
    { listId: "dev" },
  ]);
  // Of other servers.
  expect(conditions("list:dev", { hasLists: false })).toEqual([{ header: ["List-Id", "dev"] }]);
  expect(conditions("after:2024 before:вчера on:1.5.2024")).toEqual([
    { after: utc(2024, 0, 1) },
    { before: utc(2026, 2, 17) },
    { after: utc(2024, 4, 1), before: utc(2024, 4, 2) },
  ]);
  expect(conditions("label:моя-работа")).toEqual([{ hasKeyword: "rabota" }]);
  expect(conditions("category:билеты -is:flagged")).toEqual([
    { hasKeyword: "category-tickets" },
    { operator: "NOT", conditions: [{ hasKeyword: "$flagged" }] },
  ]);
  expect(conditions("from:anna OR from:boris plan")).toEqual([
    { text: "plan" },
    { operator: "OR", conditions: [{ from: "anna " }, { from: "boris " }] },
  ]);
});

test("folders by their names, of which none leaves the scope as it is", () => {
  expect(conditions("in:спам")).toEqual([{ inMailbox: "m2" }]);
  expect(conditions("in:дача")).toEqual([{ inMailbox: "m7" }]);
  expect(conditions("label:Дача")).toEqual([{ inMailbox: "m7" }]);
  expect(conditions("in:anywhere")).toEqual([]);
  expect(conditions("account:anna@x.example")).toEqual([]);
  expect(namesFolder(understand("in:trash x", settings))).toBe(true);
  expect(namesFolder(understand("-in:trash x", settings))).toBe(false);
  // There is no archive here.
  expect(understand("in:archive", settings).problems).toEqual([{ kind: "folder", operator: "in", value: "archive" }]);
});

test("an account by a part of its name or address, where that fits one alone", () => {
  const boris = { accountId: "a3", name: "Борис Чернышёв", email: "boris@x.example" };
  const joanna = { accountId: "a4", name: "joanna@y.example", email: "joanna@y.example" };
  const all = { accountId: "all", name: "All accounts", email: "" };
  const accounts = [...settings.accounts, boris, joanna, all];
  const inAll = (text: string) => conditions(text, { account: all, accounts });
  const problemIn = (text: string, account = anna) =>
    understand(text, { ...settings, accounts, account }).problems.map(({ kind }) => kind);
  // A whole word of it goes before a part of another.
  expect(inAll("account:anna")).toEqual([{ inAccount: "a1" }]);
  expect(inAll("account:чернышев")).toEqual([{ inAccount: "a3" }]);
  expect(inAll("account:bor")).toEqual([{ inAccount: "a3" }]);
  expect(inAll("account:@y.ex")).toEqual([{ inAccount: "a4" }]);
  expect(problemIn("account:x.example", all)).toEqual(["severalAccounts"]);
  expect(problemIn("account:x.example")).toEqual(["severalAccounts"]);
  expect(problemIn("account:ann")).toEqual(["severalAccounts"]);
  expect(problemIn("account:anna")).toEqual([]);
  expect(problemIn("account:bor")).toEqual(["otherAccount"]);
  expect(problemIn("account:vera", all)).toEqual(["account"]);
});

test("folders of one name are all searched, in each of several accounts too", () => {
  const nested = [
    { id: "m8", role: null, name: "2024", parentId: "m7" },
    { id: "m9", role: null, name: "2024", parentId: null },
  ];
  const mailboxes = [...settings.mailboxes, ...nested];
  const two = { operator: "OR", conditions: [{ inMailbox: "m8" }, { inMailbox: "m9" }] };
  expect(conditions("in:2024", { mailboxes })).toEqual([two]);
  expect(conditions("in:дача/2024", { mailboxes })).toEqual([{ inMailbox: "m8" }]);

  const many = Array.from({ length: 51 }, (_, at) => ({ id: `m${at + 20}`, role: null, name: "Tax" }));
  const inTax = (count: number) => understand("in:tax", { ...settings, mailboxes: many.slice(0, count) }).problems;
  expect(inTax(50)).toEqual([]);
  expect(inTax(51)).toEqual([{ kind: "folders", operator: "in", value: "tax" }]);

  const all = { accountId: "all", name: "All accounts", email: "" };
  const together = {
    account: all,
    accounts: [...settings.accounts, all],
    mailboxes: [
      { id: "inbox", role: "inbox", name: "Inbox" },
      { id: "trash", role: "trash", name: "Trash" },
    ],
    memberFolders: [
      { id: "a1-m1", role: "inbox", name: "Inbox", parentId: null },
      { id: "a1-m7", role: null, name: "Дача", parentId: null },
      { id: "a2-m4", role: null, name: "дача", parentId: "a2-m3" },
      { id: "a2-m3", role: null, name: "Dom", parentId: null },
      { id: "a2-m5", role: "sent", name: "Sent Items", parentId: null },
    ],
  };
  const both = { operator: "OR", conditions: [{ inMailbox: "a1-m7" }, { inMailbox: "a2-m4" }] };
  expect(conditions("in:Дача", together)).toEqual([both]);
  expect(conditions("-in:Дача", together)).toEqual([{ operator: "NOT", conditions: [both] }]);
  expect(conditions("in:Дача account:work", together)).toEqual([both, { inAccount: "a2" }]);
  expect(conditions("метка:dom/дача", together)).toEqual([{ inMailbox: "a2-m4" }]);
  expect(conditions('in:"sent items"', together)).toEqual([{ inMailbox: "a2-m5" }]);
  expect(conditions("in:a2-m3", together)).toEqual([{ inMailbox: "a2-m3" }]);
  // A role is that of all.
  expect(conditions("in:inbox", together)).toEqual([{ inMailbox: "inbox" }]);
  expect(understand("in:nowhere", { ...settings, ...together }).problems).toMatchObject([{ kind: "folder" }]);
});

test("oneself is every address that one writes under, in each account its own", () => {
  const addresses = ["anna@x.example", "sales@x.example"];
  const some = [{ from: '"anna@x.example"' }, { from: '"sales@x.example"' }];
  expect(conditions("from:me")).toEqual([{ from: '"anna@x.example"' }]);
  expect(conditions("from:me", { own: [{ addresses }] })).toEqual([{ operator: "OR", conditions: some }]);
  const own = [
    { accountId: "a1", addresses },
    { accountId: "a2", addresses: ["work@x.example"] },
  ];
  const together = { account: { ...anna, accountId: "all" }, own };
  expect(conditions("-to:me", together)).toEqual([
    {
      operator: "NOT",
      conditions: [
        {
          operator: "OR",
          conditions: [
            {
              operator: "AND",
              conditions: [
                { inAccount: "a1" },
                { operator: "OR", conditions: [{ to: '"anna@x.example"' }, { to: '"sales@x.example"' }] },
              ],
            },
            { operator: "AND", conditions: [{ inAccount: "a2" }, { to: '"work@x.example"' }] },
          ],
        },
      ],
    },
  ]);
});

test("a folder is named by its path, too", () => {
  const mailboxes = [
    ...settings.mailboxes,
    { id: "m8", role: null, name: "2019", parentId: "m9" },
    { id: "m9", role: null, name: "Taxes", parentId: null },
  ];
  expect(conditions("in:taxes/2019", { mailboxes })).toEqual([{ inMailbox: "m8" }]);
  expect(conditions("in:2019", { mailboxes })).toEqual([{ inMailbox: "m8" }]);
});

test("a label is named by its path, too", () => {
  const labels = [
    { keyword: "tax", name: "Tax", path: "Tax" },
    { keyword: "work-tax", name: "Tax", path: "Work / Tax" },
  ];
  expect(conditions("label:Tax", { labels })).toEqual([{ hasKeyword: "tax" }]);
  expect(conditions("label:work/tax", { labels })).toEqual([{ hasKeyword: "work-tax" }]);
  expect(conditions('метка:"Work / Tax"', { labels })).toEqual([{ hasKeyword: "work-tax" }]);
});

test("names are the same with ё and with е, and the one that is as it was typed goes first", () => {
  const dog = { keyword: "pyos", name: "Пёс" };
  const other = { keyword: "pes", name: "пес" };
  expect(conditions("метка:пес", { labels: [dog] })).toEqual([{ hasKeyword: "pyos" }]);
  expect(conditions("label:пёс", { labels: [other] })).toEqual([{ hasKeyword: "pes" }]);
  expect(conditions("label:ПЕС", { labels: [dog, other] })).toEqual([{ hasKeyword: "pes" }]);
  expect(conditions("label:пёс", { labels: [other, dog] })).toEqual([{ hasKeyword: "pyos" }]);
  const below = [{ keyword: "hay", name: "Сено", path: "Чёрный список / Сено" }];
  expect(conditions('label:"черный список/сено"', { labels: below })).toEqual([{ hasKeyword: "hay" }]);

  const mailboxes = [
    { id: "m8", role: null, name: "Отчёты" },
    { id: "m9", role: null, name: "2019", parentId: "m8" },
  ];
  expect(conditions("in:отчеты", { mailboxes })).toEqual([{ inMailbox: "m8" }]);
  expect(conditions("in:отчеты/2019", { mailboxes })).toEqual([{ inMailbox: "m9" }]);
  const both = [...mailboxes, { id: "m10", role: null, name: "отчеты" }];
  expect(conditions("in:отчеты", { mailboxes: both })).toEqual([{ inMailbox: "m10" }]);
  expect(conditions("in:отчёты", { mailboxes: both })).toEqual([{ inMailbox: "m8" }]);

  const all = { accountId: "all", name: "All accounts", email: "" };
  const pyotr = { accountId: "a3", name: "Пётр", email: "p@x.example" };
  const ivanov = { accountId: "a4", name: "Пётр Иванов", email: "i@x.example" };
  const accounts = [anna, pyotr, ivanov, all];
  expect(conditions("account:петр", { account: all, accounts })).toEqual([{ inAccount: "a3" }]);
});

test("a label of accounts that are searched together has the keywords of each", () => {
  const labels = [...settings.labels, { keyword: "moya-rabota", name: "Моя работа" }];
  expect(conditions("label:моя-работа", { labels })).toEqual([{ hasKeyword: "rabota" }]);
  expect(conditions("label:моя-работа", { labels, account: { ...anna, accountId: "all" } })).toEqual([
    { operator: "OR", conditions: [{ hasKeyword: "rabota" }, { hasKeyword: "moya-rabota" }] },
  ]);
});

test("names of files are a condition of ours where the server has it, else words of Emails with files", () => {
  expect(conditions("filename:report type:excel").slice(0, 1)).toEqual([{ attachmentName: "report " }]);
  expect(conditions("type:pdf")).toEqual([{ attachmentName: "pdf " }]);
  expect(conditions("type:pdf", { hasFileNames: false })).toEqual([
    { operator: "AND", conditions: [{ hasAttachment: true }, { text: "pdf " }] },
  ]);
});

test("signs alone are a condition that nothing fulfils", () => {
  expect(needsLanguage("!!!")).toBe(true);
  expect(conditions("!!!")).toEqual([{ operator: "NOT", conditions: [{ operator: "AND", conditions: [] }] }]);
  expect(conditions("!!! is:unread")).toEqual([{ notKeyword: "$seen" }]);
});

test.each(["кадр", "two words", "well-known", "a.b@c.example", "C++"])(
  "%s means the same without the language of the search",
  (text) => {
    expect(needsLanguage(text)).toBe(false);
    expect(conditions(text)).toEqual([{ text }]);
  },
);

test.each(["from:a", '"a b"', "-a", "x -a", "a OR b", "a ИЛИ b", "a | b", "'a b'", "a AND b", "(a b)", "a 🎉"])(
  "%s needs the language",
  (text) => {
    expect(needsLanguage(text)).toBe(true);
  },
);
