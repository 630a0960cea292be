/** The cards of an account, looked up while they change. */
import { expect, test } from "vitest";
import { contactIndexes, makeContactIndexes } from "../people/contact-index.ts";
import { CardBook } from "./card-book.ts";
import type { SomeCard } from "./card-names.ts";

const card = (id: string, ...addresses: string[]): SomeCard => ({
  id,
  uid: `uid-${id}`,
  emails: Object.fromEntries(addresses.map((address, at) => [`e${at}`, { address }])),
});

test("after any changes it finds what is there, and nothing that was", () => {
  const book = new CardBook();
  const expected = new Map<string, SomeCard>();
  // A generator of its own, so that a failure is the same each time.
  let seed = 20;
  const some = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let step = 0; step < 5000; step++) {
    const id = `c${some(700)}`;
    if (some(3) === 0) {
      book.delete(id);
      expected.delete(id);
    } else {
      const next = card(id, ...Array.from({ length: some(3) }, () => `A${some(300)}@x.example`));
      book.set(next);
      expected.set(id, next);
    }
  }
  expect(new Map(book.cards)).toEqual(expected);
  expect(new Set(book.slices().flat())).toEqual(new Set(expected.values()));
  expect(book.slices().flat()).toHaveLength(expected.size);
  for (let at = 0; at < 700; at++) expect(book.ofUid(`uid-c${at}`)).toBe(expected.get(`c${at}`));
  for (let at = 0; at < 300; at++) {
    const having = [...expected.values()].filter(({ emails }) =>
      Object.values(emails!).some(({ address }) => address === `A${at}@x.example`),
    );
    expect(having.length === 0 ? [undefined] : having).toContain(book.ofAddress(`a${at}@x.example`));
  }
});

test("of cards with one address the first that had it counts, and the next when it goes", () => {
  const book = new CardBook();
  for (const id of ["one", "two"]) book.set(card(id, "same@x.example"));
  expect(book.ofAddress("same@x.example")?.id).toBe("one");
  book.set({ ...card("one", "same@x.example"), name: { full: "Another name" } });
  expect(book.ofAddress("same@x.example")?.name?.full).toBe("Another name");
  book.set(card("one", "another@x.example"));
  expect(book.ofAddress("same@x.example")?.id).toBe("two");
});

test("a change of one card among thousands makes another index of its slice alone", async () => {
  const book = new CardBook();
  for (let at = 0; at < 5000; at++) book.set(card(`c${at}`, `p${at}@x.example`));
  await makeContactIndexes(book.slices());
  const before = contactIndexes(book.slices());
  book.set(card("c2500", "changed@x.example"));
  await makeContactIndexes(book.slices());
  const after = contactIndexes(book.slices());
  expect(after.length).toBe(before.length);
  expect(after.filter((index) => !before.includes(index))).toHaveLength(1);
  expect(after.flatMap((index) => [...index.find(["changed"])])).toMatchObject([{ email: "changed@x.example" }]);
  expect(after.flatMap((index) => [...index.find(["p2500"])])).toEqual([]);
});
