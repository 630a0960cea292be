/** Two cards become one that says all that both said. */
import type { Card, CardDate } from "@pismo/jmap";
import { fromCard, readVCards, toCard } from "@pismo/jmap/vcard";
import { expect, test } from "vitest";
import { mergeChanges } from "./merge-cards.ts";

test("a merge adds, and overwrites nothing", () => {
  const one = {
    name: { full: "Anna" },
    emails: { e1: { address: "a@x.example", pref: 1 } },
    keywords: { friends: true },
    anniversaries: { b: { kind: "birth", date: { year: 1981 } } },
    vCardProps: [["x-a", {}, "unknown", "1"]],
  };
  const other = {
    uid: "other",
    name: { full: "Nyura" },
    emails: { e1: { address: "b@x.example" }, e2: { address: "A@x.example" } },
    phones: { p1: { number: "1" } },
    keywords: { club: true },
    anniversaries: { b: { kind: "birth", date: { year: 1990 } } },
    vCardProps: [
      ["x-a", {}, "unknown", "1"],
      ["x-b", {}, "unknown", "2"],
    ],
  };
  expect(mergeChanges(one, other)).toEqual({
    nicknames: { k1: { name: "Nyura" } },
    emails: { e1: { address: "a@x.example", pref: 1 }, m1: { address: "b@x.example" } },
    phones: { p1: { number: "1" } },
    keywords: { club: true, friends: true },
    anniversaries: {
      b: { kind: "birth", date: { year: 1981 } },
      m1: { kind: "birth", date: { year: 1990 } },
    },
    vCardProps: [
      ["x-a", {}, "unknown", "1"],
      ["x-b", {}, "unknown", "2"],
    ],
  });
  expect(mergeChanges(one, one)).toEqual({});
  // What was merged before adds nothing.
  expect(mergeChanges({ ...one, ...mergeChanges(one, other) }, other)).toEqual({});
});

/** The card after the merge, of which a second one adds nothing. */
function merged(one: Partial<Card>, other: Partial<Card>): Partial<Card> {
  const card = { ...one, ...mergeChanges(one, other) };
  expect(mergeChanges(card, other)).toEqual({});
  return card;
}

test("a name that says more takes the place of a part of it, and a part of the name is no nickname", () => {
  const given = { name: { components: [{ kind: "given", value: "Анна" }], phonetic: "Anna" } };
  const whole = {
    name: {
      components: [
        { kind: "given", value: "Анна" },
        { kind: "surname", value: "Петрова" },
      ],
    },
  };
  expect(merged(given, whole)).toEqual({ name: { ...whole.name, phonetic: "Anna" } });
  expect(merged({ name: { full: "анна" } }, whole)).toEqual(whole);
  expect(merged(whole, { name: { full: "Анна" } })).toEqual(whole);
  expect(merged({ kind: "group", name: { full: "Club" } }, { name: { full: "Chess Club" } })).toEqual({
    kind: "group",
    name: { full: "Club" },
  });
});

const birth = (...dates: CardDate[]) => ({
  anniversaries: Object.fromEntries(dates.map((date, index) => [`b${index + 1}`, { kind: "birth", date }])),
});
const dates = (card: Partial<Card>) => Object.values(card.anniversaries!).map(({ date }) => date);

test("a birthday gets the year that the other knows; another day stays beside it", () => {
  const day = { month: 4, day: 12 };
  expect(merged(birth(day), birth({ year: 1981, ...day }))).toEqual(birth({ year: 1981, ...day }));
  expect(merged(birth({ year: 1981 }), birth(day))).toEqual(birth({ year: 1981, ...day }));
  expect(dates(merged(birth(day), birth({ month: 4, day: 13 })))).toEqual([day, { month: 4, day: 13 }]);
  // There is no such day in that year.
  const leap = { month: 2, day: 29 };
  expect(dates(merged(birth(leap), birth({ year: 1981 })))).toEqual([leap, { year: 1981 }]);
  const wedding = { anniversaries: { b1: { kind: "wedding", date: day } } };
  expect(dates(merged(birth(day), wedding))).toEqual([day, day]);
});

test("an address that both have gets the label, the place and the rest of the other", () => {
  const one = { emails: { e1: { address: "a@x.example", pref: 1 } } };
  const other = {
    emails: {
      e1: {
        address: "A@X.example",
        label: "Boat",
        contexts: { work: true },
        pref: 2,
        vCardParams: { pid: "1.1", type: "x400" },
      },
    },
  };
  const both = merged(one, other);
  expect(both.emails).toEqual({
    e1: {
      address: "a@x.example",
      pref: 1,
      label: "Boat",
      contexts: { work: true },
      vCardParams: { pid: "1.1", type: "x400" },
    },
  });
  const third = merged(both, {
    emails: { e: { address: "a@x.example", label: "Club", vCardParams: { type: "x-y" } } },
  });
  expect(third.emails!["e1"]).toMatchObject({ label: "Boat, Club", vCardParams: { type: ["x400", "x-y"] } });
});

test.each<[string, Partial<Card>, Partial<Card>, number]>([
  [
    "phones written in two ways",
    { phones: { a: { number: "+7 (900) 1-2" } } },
    { phones: { b: { number: "+790012" } } },
    1,
  ],
  ["an extension", { phones: { a: { number: "+7 900 12" } } }, { phones: { b: { number: "+7 900 12 ext 3" } } }, 2],
  [
    "a name at two services",
    { onlineServices: { a: { service: "A", user: "u" } } },
    { onlineServices: { b: { service: "B", user: "u" } } },
    2,
  ],
  [
    "a role and a title",
    { titles: { a: { name: "Head", kind: "role" } } },
    { titles: { b: { name: "Head", kind: "title" } } },
    2,
  ],
  [
    "two pictures",
    { media: { a: { kind: "photo", uri: "data:1" } } },
    { media: { a: { kind: "photo", uri: "data:2" } } },
    2,
  ],
  ["a note by two", { notes: { a: { note: "n", author: { name: "A" } } } }, { notes: { a: { note: "n " } } }, 1],
])("%s", (_, one, other, count) => {
  const [property] = Object.keys(one);
  expect(Object.keys(merged(one, other)[property!] as object)).toHaveLength(count);
});

test("one name in two forms has the parts and the order of both", () => {
  const components = [
    { kind: "surname", value: "Петрова" },
    { kind: "given", value: "Анна" },
  ];
  const one = { name: { full: "Анна Петрова" } };
  const other = { name: { components, sortAs: { surname: "petrova" } } };
  expect(merged(one, other).name).toEqual({ full: "Анна Петрова", components, sortAs: { surname: "petrova" } });
});

test("what is known by its key keeps it, and books and members are those of both", () => {
  const one = {
    localizations: { ru: { "name/full": "Анна" } },
    relatedTo: { "urn:1": { relation: { friend: true } } },
    speakToAs: { grammaticalGender: "feminine" },
    addressBookIds: { d1: true },
    members: { a: true, b: true },
  };
  const other = {
    localizations: { ru: { "titles/t/name": "Глава" }, de: {} },
    relatedTo: { "urn:1": { relation: { spouse: true } } },
    speakToAs: { pronouns: { p: { pronouns: "she" } } },
    addressBookIds: { d2: true },
    members: { b: true, c: true },
  };
  expect(merged(one, other)).toEqual({
    localizations: { ru: { "name/full": "Анна", "titles/t/name": "Глава" }, de: {} },
    relatedTo: { "urn:1": { relation: { friend: true, spouse: true } } },
    speakToAs: { grammaticalGender: "feminine", pronouns: { p: { pronouns: "she" } } },
    addressBookIds: { d1: true, d2: true },
    members: { a: true, b: true, c: true },
  });
});

/** Twenty thousand addresses and as many groups. */
function manyOf(said: string): Partial<Card> {
  const numbers = Array.from({ length: 20_000 }, (_, index) => index);
  return {
    emails: Object.fromEntries(numbers.map((n) => [`e${n}`, { address: `${said}${n}@x.example` }])),
    vCardProps: numbers.map((n) => ["x-a", { group: `item${n}` }, "unknown", `${said}${n}`]),
  };
}

test("cards with thousands of entries and groups are merged without a look at each pair of them", () => {
  const both = mergeChanges(manyOf("a"), manyOf("b"));
  const groups = (both["vCardProps"] as [string, { group: string }][]).map(([, { group }]) => group);
  expect(Object.keys(both["emails"] as object)).toHaveLength(40_000);
  expect(new Set(groups).size).toBe(40_000);
});

function cardOf(...lines: string[]): Partial<Card> {
  const [properties = []] = readVCards(["BEGIN:VCARD", "FN:Anna", ...lines, "END:VCARD"].join("\r\n"));
  return toCard(properties);
}

test("labels of two files stay with what they are of, though their groups have one name", () => {
  const one = cardOf("item1.X-ABRELATEDNAMES:Mary", "item1.X-ABLABEL:Sister");
  const other = cardOf(
    "item1.X-ABDATE:2010-06-01",
    "item1.X-ABLABEL:Wedding",
    "item2.ADR:;;High St",
    "item2.X-ABADR:gb",
  );
  expect(merged(one, other)["vCardProps"]).toEqual([
    ["x-abrelatednames", { group: "item1" }, "unknown", "Mary"],
    ["x-ablabel", { group: "item1" }, "unknown", "Sister"],
    ["x-abdate", { group: "item3" }, "unknown", "2010-06-01"],
    ["x-abadr", { group: "item2" }, "unknown", "gb"],
    ["x-ablabel", { group: "item3" }, "unknown", "Wedding"],
  ]);
});

test("another language or kind is kept as vCard would say it", () => {
  const one = { language: "de", kind: "individual", vCardProps: [["x-a", {}, "unknown", "1"]] };
  const card = merged(one, { language: "ru", kind: "org", vCardProps: [["x-b", {}, "unknown", "2"]] });
  expect(card).toMatchObject({ language: "de", kind: "individual" });
  const written = fromCard({ "@type": "Card", version: "1.0", uid: "u", ...card });
  for (const said of [
    "KIND:individual",
    String.raw`JSPTR=kind:"org"`,
    String.raw`JSPTR=language:"ru"`,
    "X-A:1",
    "X-B:2",
  ])
    expect(written).toContain(said);
  const [read] = [...readVCards(written)].map(toCard);
  expect(read).toMatchObject({ language: "de", kind: "individual" });
  expect(merged(read!, card)).toMatchObject({ language: "de", kind: "individual" });
});
