/** Cards of one person are found. */
import { expect, test } from "vitest";
import type { SomeCard } from "./card-names.ts";
import { doublesIn } from "./doubles.ts";

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

test("a firm and a person with its address, or its name, are two", () => {
  const firm = { ...card("c1", "Acme Boats", "info@x.example"), kind: "org" };
  const clerk = { ...card("c2", "Acme Boats", "INFO@x.example"), kind: "individual" };
  expect(found(firm, clerk)).toEqual([]);
  expect(found(firm, clerk, card("c3", "Ann", "info@x.example"))).toEqual([["c2 c3", true]]);
});
