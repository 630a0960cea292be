/** Cards of one person are found, and what they say is brought together. */
import { expect, test } from "vitest";
import type { SomeCard } from "./card-names.ts";
import { doublesIn } from "./doubles.ts";
import { mergeChanges } from "./merge-cards.ts";

const card = (id: string, full: string, ...addresses: string[]): SomeCard => ({
  id,
  uid: id,
  name: { full },
  emails: Object.fromEntries(addresses.map((address, index) => [`e${index}`, { address }])),
});
const found = (...cards: SomeCard[]) =>
  doublesIn({ cards: new Map(cards.map((each) => [each.id, each])) }).map(({ cards: same, isSure }) => [
    same.map(({ id }) => id).join(" "),
    isSure,
  ]);

test("an address in common is sure, a whole name is a guess, a first name is nothing", () => {
  expect(
    found(
      card("c10", "Anna A", "ANNA@x.example"),
      card("c2", "A. A", "anna@x.example", "other@x.example"),
      card("c3", "Third", "other@x.example"),
      card("c4", "Борис Пётр", "b1@x.example"),
      card("c5", "борис петр", "b2@x.example"),
      card("c6", "Zoe", "z1@x.example"),
      card("c7", "Zoe", "z2@x.example"),
      { id: "c8", uid: "c8", kind: "group", name: { full: "Борис Пётр" } },
    ),
  ).toEqual([
    ["c2 c3 c10", true],
    ["c4 c5", false],
  ]);
});

test("fifty thousand cards of one address are one group, without a look at each pair of them", () => {
  const many = Array.from({ length: 50_000 }, (_, at) => card(`c${at}`, `Name ${at}`, "all@x.example"));
  const [group, ...others] = doublesIn({ cards: new Map(many.map((each) => [each.id, each])) });
  expect(group!.cards).toEqual(many);
  expect(others).toEqual([]);
});

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
    name: { full: "Anna Petrova" },
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
    nicknames: { k1: { name: "Anna Petrova" } },
    emails: { e1: { address: "a@x.example", pref: 1 }, m1: { address: "b@x.example" } },
    phones: { p1: { number: "1" } },
    keywords: { club: true, friends: true },
    vCardProps: [
      ["x-a", {}, "unknown", "1"],
      ["x-b", {}, "unknown", "2"],
    ],
  });
  expect(mergeChanges(one, one)).toEqual({});
  // What was merged before adds nothing.
  expect(mergeChanges({ ...one, ...mergeChanges(one, other) }, other)).toEqual({});
});
