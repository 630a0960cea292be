import { afterEach, expect, test } from "vitest";
import { operatorNames } from "./operators.ts";
import { periodOf } from "./periods.ts";
import { parseSearch, type SearchContext, withoutTerm } from "./search.ts";

/** A Wednesday. */
const now = new Date(2026, 2, 18, 15, 30);
const context: SearchContext = {
  now,
  isMonthFirst: false,
  foldersNamed: (name) =>
    ["inbox", "spam", "trash", "archive"].includes(name) ? [name] : name === "Дача" ? ["m7"] : [],
  labelNamed: (name) => (name === "Работа" ? { keyword: "rabota", name } : undefined),
  accountNamed: (name) => (name === "me" ? "this" : name === "work" ? "other" : undefined),
};
const parse = (text: string) => parseSearch(text, context);
const meanings = (text: string) => parse(text).groups.map((group) => group.map(({ meaning }) => meaning));
const only = (text: string) => meanings(text)[0]?.[0];
const problems = (text: string) => parse(text).problems.map(({ kind }) => kind);

const zone = process.env["TZ"];
afterEach(() => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});

test("words, phrases, what is left out and choices", () => {
  expect(meanings('billet "to Kazan" -hotel')).toEqual([
    [{ kind: "words", text: "billet" }],
    [{ kind: "phrase", text: "to Kazan" }],
    [{ kind: "words", text: "hotel" }],
  ]);
  expect(parse("-hotel").groups[0]?.[0]?.isNegated).toBe(true);
  expect(meanings("a OR b c")).toHaveLength(2);
  expect(meanings("плов ИЛИ суп | щи")[0]).toHaveLength(3);
  expect(only("«в Казань»")).toEqual({ kind: "phrase", text: "в Казань" });
  expect(only("well-known")).toEqual({ kind: "words", text: "well-known" });
});

test("AND says nothing, and parentheses around a choice neither", () => {
  expect(meanings("AND a AND b")).toEqual(meanings("AND a b"));
  expect(meanings("(a OR b) c")).toEqual(meanings("a OR b c"));
  expect(meanings("c (a b)")).toEqual(meanings("c a b"));
  expect(meanings("f(x)")).toEqual([[{ kind: "words", text: "f(x)" }]]);
  expect(meanings("from:(anna OR boris) plan")).toEqual(meanings("from:anna OR from:boris plan"));
  expect(only("тема:(план дачи)")).toEqual({ kind: "field", field: "subject", text: "план дачи", isPhrase: false });
  expect(problems("(a OR b) c (d) from:(anna")).toEqual([]);
});

test("parentheses that would mean something else, and signs that no index has, are said", () => {
  expect(problems("(a b) OR c")).toEqual(["parentheses"]);
  expect(problems("-(a b)")).toEqual(["parentheses"]);
  expect(problems("plan 🎉")).toEqual(["symbols"]);
  expect(problems("plan €")).toEqual(["symbols"]);
  expect(problems("a - b …")).toEqual([]);
});

test("signs alone find nothing, and what is only begun means nothing yet", () => {
  for (const text of ["!!!", " … ", "€", "🎉 !", '"???"', "from:!!!"]) {
    expect(parse(text)).toEqual({ groups: [], problems: [{ kind: "onlySymbols", operator: "", value: text.trim() }] });
  }
  for (const text of ["-", '"', "'", "from:", "(", "|", "- '"])
    expect(parse(text)).toEqual({ groups: [], problems: [] });
  expect(problems("!!! is:unread")).toEqual([]);
});

test("labels by name, and oneself", () => {
  expect(only("label:Работа")).toEqual({ kind: "label", keyword: "rabota", name: "Работа" });
  expect(only("метка:Дача")).toEqual({ kind: "folder", folders: ["m7"] });
  expect(only("from:me")).toEqual({ kind: "own", field: "from" });
  expect(only("кому:мне")).toEqual({ kind: "own", field: "to" });
  expect(only('from:"me"')).toEqual({ kind: "field", field: "from", text: "me", isPhrase: true });
});

test.each([
  ["from:anna", "от:anna", { kind: "field", field: "from", text: "anna", isPhrase: false }],
  ['to:"Anna B"', 'Кому:"Anna B"', { kind: "field", field: "to", text: "Anna B", isPhrase: true }],
  ["subject:plan", "ТЕМА:plan", { kind: "field", field: "subject", text: "plan", isPhrase: false }],
  ["in:spam", "в:Спам", { kind: "folder", folders: ["spam"] }],
  ["in:Дача", "папка:Дача", { kind: "folder", folders: ["m7"] }],
  ["in:anywhere", "в:везде", { kind: "everywhere", withSpam: true }],
  ["category:tickets", "категория:билеты", { kind: "category", category: "tickets" }],
  ["has:file", "есть:вложение", { kind: "hasFile" }],
  ["filename:report", "файл:report", { kind: "fileName", text: "report", isPhrase: false }],
  ["type:PDF", "тип:.pdf", { kind: "fileType", endings: ["pdf"] }],
  ["is:unread", "это:новое", { kind: "state", state: "unread" }],
  ["is:flagged", "это:флажок", { kind: "state", state: "flagged" }],
  ["larger:5M", "больше:5мб", { kind: "size", relation: "larger", octets: 5_000_000 }],
  ["smaller:1.5k", "меньше:1,5К", { kind: "size", relation: "smaller", octets: 1500 }],
  ["list:dev.example", "рассылка:dev.example", { kind: "list", text: "dev.example" }],
  ["account:me", "ящик:me", { kind: "account" }],
])("%s is %s", (english, russian, meaning) => {
  expect(only(english)).toEqual(meaning);
  expect(only(russian)).toEqual(meaning);
});

test.each([
  ["today", "сегодня", [2026, 2, 18], [2026, 2, 19]],
  ["yesterday", "вчера", [2026, 2, 17], [2026, 2, 18]],
  ["this week", "на этой неделе", [2026, 2, 16], [2026, 2, 23]],
  ["last week", "на прошлой неделе", [2026, 2, 9], [2026, 2, 16]],
  ["last month", "в прошлом месяце", [2026, 1, 1], [2026, 2, 1]],
  ["last year", "прошлый год", [2025, 0, 1], [2026, 0, 1]],
  ["2024", "2024", [2024, 0, 1], [2025, 0, 1]],
  ["2024-02", "02.2024", [2024, 1, 1], [2024, 2, 1]],
  ["2024-02-29", "29.02.2024", [2024, 1, 29], [2024, 2, 1]],
  ["3 days ago", "3 дня назад", [2026, 2, 15], [2026, 2, 16]],
  ["2w", "2 недели назад", [2026, 2, 4], [2026, 2, 5]],
  ["may 2024", "май 2024", [2024, 4, 1], [2024, 5, 1]],
  ["5 may", "5 мая", [2025, 4, 5], [2025, 4, 6]],
  ["march 5, 2024", "5 марта 2024 года", [2024, 2, 5], [2024, 2, 6]],
  ["monday", "понедельник", [2026, 2, 16], [2026, 2, 17]],
  ["december", "декабрь", [2025, 11, 1], [2026, 0, 1]],
] as const)("the span of %s and %s", (english, russian, [y1, m1, d1], [y2, m2, d2]) => {
  const span = { from: new Date(y1, m1, d1), to: new Date(y2, m2, d2) };
  expect(periodOf(english, now, true)).toEqual(span);
  expect(periodOf(russian, now, false)).toEqual(span);
});

test("a date of several words ends where it ends", () => {
  expect(meanings("after:last week plan")).toEqual([
    [{ kind: "date", relation: "after", period: { from: new Date(2026, 2, 9), to: new Date(2026, 2, 16) } }],
    [{ kind: "words", text: "plan" }],
  ]);
  expect(meanings("до:в прошлом году суп")).toHaveLength(2);
});

test("Gmail's operators of an age are the dates at which it begins", () => {
  expect(only("newer_than:2d")).toEqual(only("after:2d"));
  expect(only("older_than:1y")).toEqual(only("before:1y"));
});

test("in numbers with slashes the month is first where the language has it so", () => {
  expect(periodOf("5/6/2024", now, true)?.from).toEqual(new Date(2024, 4, 6));
  expect(periodOf("5/6/2024", now, false)?.from).toEqual(new Date(2024, 5, 5));
});

test.each(["31.02.2024", "2024-13", "0000", "99999", "32 may 2024", "soon", "1/2/3/4", "мая мая"])(
  "%s is no date",
  (text) => {
    expect(periodOf(text, now, false)).toBeUndefined();
    expect(problems(`after:"${text}"`)).toEqual(["date"]);
  },
);

test("a month before the 31st ends with the month", () => {
  expect(periodOf("1m", new Date(2026, 2, 31), false)?.from).toEqual(new Date(2026, 1, 28));
  expect(periodOf("1y", new Date(2024, 1, 29), false)?.from).toEqual(new Date(2023, 1, 28));
});

test("days are those of the person's zone, whatever the clock does", () => {
  process.env["TZ"] = "America/Sao_Paulo";
  // The night in which midnight did not exist there.
  expect(periodOf("2018-11-04", now, false)?.from.toISOString()).toBe("2018-11-04T03:00:00.000Z");
  process.env["TZ"] = "Asia/Kamchatka";
  expect(periodOf("2024-05-01", now, false)?.from.toISOString()).toBe("2024-04-30T12:00:00.000Z");
  process.env["TZ"] = "Europe/Berlin";
  const { from, to } = periodOf("2024-03-31", now, false)!;
  expect(to.getTime() - from.getTime()).toBe(23 * 3_600_000);
});

test("what is no operator is said, and searched as words", () => {
  expect(parse("form:anna")).toMatchObject({
    groups: [[{ meaning: { kind: "words", text: "form anna" } }]],
    problems: [{ kind: "operator", operator: "form", value: "anna" }],
  });
  expect(problems("in:nowhere label:x is:odd has:cake larger:huge account:x account:work category:x type:a/b")).toEqual(
    ["folder", "label", "state", "has", "size", "account", "otherAccount", "category", "type"],
  );
  expect(only("in:nowhere")).toEqual({ kind: "words", text: "nowhere" });
  expect(parse("rfc822_id:x").problems).toEqual([{ kind: "operator", operator: "rfc822_id", value: "x" }]);
  expect(parse("-тем:план").problems).toEqual([{ kind: "operator", operator: "тем", value: "план" }]);
});

test.each(["https://a.example/x", "14:30", "16:9", "from:", "от: ", "-", '""', "OR", "| |"])(
  "%s is no wrong operator",
  (text) => {
    expect(problems(text)).toEqual([]);
  },
);

const last = (text: string) => parse(text).groups.at(-1)?.at(-1)?.isPrefix;

test("what is being typed counts as a beginning, but for phrases and what is left out", () => {
  expect(last("foo ba")).toBe(true);
  expect(last("from:an")).toBe(true);
  expect(last("foo ")).toBe(false);
  expect(last('"foo')).toBe(false);
  expect(last("-fo")).toBe(false);
});

test.each([
  ["a from:b c", "from:b", "a c"],
  ["a OR b c", "a", "b c"],
  ["a OR b c", "b", "a c"],
  ["a OR b OR c", "b", "a OR c"],
  ["a", "a", ""],
])("%s without %s is %s", (text, out, left) => {
  const from = text.indexOf(out);
  expect(withoutTerm(text, { from, to: from + out.length })).toBe(left);
});

/** xorshift32. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const names = Object.values(operatorNames).flat();
const pieces = [
  "a",
  "ёж",
  '"',
  "«",
  "»",
  "-",
  ":",
  " ",
  "OR",
  "|",
  "\\",
  "'",
  "last week",
  "2024",
  "в",
  "🎉",
  "\n",
  "5M",
  "//",
];

function randomText(below: (limit: number) => number): string {
  const count = below(12);
  return Array.from({ length: count }, () =>
    below(3) === 0 ? `${names[below(names.length)]}:` : pieces[below(pieces.length)],
  ).join(below(2) === 0 ? " " : "");
}

const terms = (text: string) => parse(text).groups.flat();

test("any text is understood: terms lie in it, one after the other, and each can be taken out", () => {
  const below = random(20260318);
  const wrong: string[] = [];
  for (let round = 0; round < 5000; round++) {
    const text = randomText(below);
    const found = terms(text);
    const ends = [0, ...found.map(({ to }) => to)];
    const areInOrder = found.every(({ from, to }, index) => from >= ends[index]! && to > from && to <= text.length);
    const canBeTakenOut = found.every((term) => terms(withoutTerm(text, term)).length <= found.length);
    if (!areInOrder || !canBeTakenOut) wrong.push(text);
  }
  expect(wrong).toEqual([]);
});

test("a term means the same wherever it stands", () => {
  const below = random(7);
  const simple = [
    "from:anna",
    "-hotel",
    '"to Kazan"',
    "is:unread",
    "after:last week",
    "до:вчера",
    "larger:5M",
    "в:спам",
  ];
  for (let round = 0; round < 500; round++) {
    const chosen = Array.from({ length: 1 + below(5) }, () => simple[below(simple.length)]!);
    const together = meanings(chosen.join(" "));
    expect(together).toEqual(chosen.map((each) => [only(each)]));
  }
});
