import { expect, test } from "vitest";
import { type Letter, lettersOf, withEnded, withMinimised, withReturned } from "./letters.ts";

const asked = (serial: number) => ({ kind: "new", serial }) as const;
const letter = (id: number): Letter => ({ id, request: asked(id), subject: "", isOver: false });
const at = (id: number, minimisedAt: number) => ({ ...letter(id), minimisedAt });
const ids = (letters: readonly Letter[]): number[] => letters.map(({ id }) => id);

test("what is asked for stands beside the minimised ones", () => {
  const minimised = withMinimised([], letter(1), "First", 7);
  expect(minimised).toEqual([{ ...letter(1), subject: "First", minimisedAt: 7 }]);
  expect(ids(lettersOf(minimised, asked(2)))).toEqual([1, 2]);
});

test("one that is shown again is the same one, under the subject that it has by then", () => {
  const minimised = [letter(1), letter(2)];
  expect(lettersOf(minimised, { kind: "minimised", id: 1, serial: 9 })).toEqual(minimised);
  const changed = { ...letter(1), subject: "Changed", minimisedAt: 7 };
  expect(withMinimised(minimised, letter(1), "Changed", 7)).toEqual([letter(2), changed]);
});

test("one that is over stays for as long as it is the one that was asked for", () => {
  const minimised = withEnded([letter(1), letter(2)], 1);
  expect(ids(lettersOf(minimised, { kind: "minimised", id: 1, serial: 9 }))).toEqual([1, 2]);
  expect(ids(lettersOf(minimised, asked(10)))).toEqual([2, 10]);
});

test("those of an earlier page stand in their order, however they come", () => {
  expect(ids(withReturned([at(-1, 20), at(3, 40)], [at(-2, 30), at(-3, 10)]))).toEqual([-3, -1, -2, 3]);
});
