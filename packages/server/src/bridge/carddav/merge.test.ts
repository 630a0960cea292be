/** A card that both sides have changed. */
import type { Card } from "@pismo/jmap";
import { expect, test } from "vitest";
import { merge } from "./merge.ts";
import { normalized } from "./vcards.ts";

const base: Card = {
  "@type": "Card",
  version: "1.0",
  uid: "u",
  updated: "2026-01-01T00:00:00Z",
  name: { full: "Anna" },
  emails: { mail: { address: "a@example.org", contexts: { work: true } } },
  keywords: { friends: true },
  "example.com:shoes": { size: 39 },
};
const normalize = (card: Card) => normalized(card, "3.0");
const theirs = (change: Partial<Card>) => normalize({ ...base, ...change });
const merged = (ours: Partial<Card>, change: Partial<Card>) =>
  merge(base, { ...base, ...ours }, theirs(change), normalize);

test("a change of the server alone changes that property alone: other entries keep their keys", () => {
  const { card, isLost, isNewThere } = merged({}, { name: { full: "Anna P." } });
  expect(card).toEqual({ ...base, name: { full: "Anna P." } });
  expect([isLost, isNewThere]).toEqual([false, false]);
});

test("changes to different properties are both there, and ours goes to the server", () => {
  const { card, isLost, isNewThere } = merged({ nicknames: { k: { name: "Anja" } } }, { emails: {} });
  expect(card).not.toHaveProperty("emails");
  expect(card.nicknames).toEqual({ k: { name: "Anja" } });
  expect([isLost, isNewThere]).toEqual([false, true]);
});

test("of changes to the same property the server's counts, and ours is said to be lost", () => {
  const { card, isLost, isNewThere } = merged({ name: { full: "Ours" } }, { name: { full: "Theirs" } });
  expect(card.name).toEqual({ full: "Theirs" });
  expect([isLost, isNewThere]).toEqual([true, false]);
});

test("the same change on both sides is no conflict", () => {
  const { isLost, isNewThere } = merged({ name: { full: "Same" } }, { name: { full: "Same" } });
  expect([isLost, isNewThere]).toEqual([false, false]);
});

test("of sets all additions and removals count", () => {
  const { card, isLost } = merged({ keywords: { work: true } }, { keywords: { friends: true, chess: true } });
  expect(card.keywords).toEqual({ work: true, chess: true });
  expect(isLost).toBe(false);
});

test("cards that meet by their uid get what the other has", () => {
  const ours: Card = { ...base, nicknames: { k: { name: "Anja" } } };
  const { card, isLost, isNewThere } = merge(undefined, ours, theirs({ notes: { n: { note: "there" } } }), normalize);
  expect(card).toMatchObject({ nicknames: { k: { name: "Anja" } }, notes: { n1: { note: "there" } } });
  expect([isLost, isNewThere]).toEqual([false, true]);
});
