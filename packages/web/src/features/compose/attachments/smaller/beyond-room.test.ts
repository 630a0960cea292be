import { expect, test } from "vitest";
import { beyondRoom } from "./beyond-room.ts";

const file = (name: string, growth: number) => ({ name, size: 10, growth });
const namesBeyond = (growths: number[], room: number): string[] =>
  beyondRoom(
    growths.map((growth, index) => file("abc"[index]!, growth)),
    room,
  ).map(({ name }) => name);

test("what fits to the octet fits", () => {
  expect(namesBeyond([2, 3], 5)).toEqual([]);
  expect(namesBeyond([2, 3], 4)).toEqual(["b"]);
});

test("a smaller one behind one that does not fit may fit", () => {
  expect(namesBeyond([6, 3, 3], 5)).toEqual(["a", "c"]);
});

test("what shrinks makes room, and is never refused", () => {
  expect(namesBeyond([-4, 3], 0)).toEqual([]);
  expect(namesBeyond([-1, 0], -100)).toEqual([]);
});
