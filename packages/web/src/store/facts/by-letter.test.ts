import type { Deadline } from "@pismo/jmap";
import { expect, test } from "vitest";
import { byLetter } from "./by-letter.ts";

const bill = (id: string, ...emailIds: string[]): Deadline => ({
  id,
  kind: "payment",
  title: id,
  at: "2026-12-05",
  timeZone: null,
  emailIds,
  state: "open",
  laterUntil: null,
});
const lines = (entries: Deadline[]) =>
  byLetter(entries).map(({ id, others }) => [id, ...others.map((each) => each.id)]);

test("a letter that names more than three days has one line", () => {
  const flood = ["a", "b", "c", "d"].map((id) => bill(id, "e1"));
  expect(lines([bill("x", "e2", "e1"), ...flood, bill("y", "e2")])).toEqual([["x"], ["y"], ["a", "b", "c", "d"]]);
  expect(lines(flood.slice(1))).toEqual([["b"], ["c"], ["d"]]);
});

test("what no letter names any more stands by itself", () => {
  expect(lines(["a", "b", "c", "d"].map((id) => bill(id)))).toEqual([["a"], ["b"], ["c"], ["d"]]);
});
