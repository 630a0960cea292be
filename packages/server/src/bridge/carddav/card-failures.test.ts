import { expect, test } from "vitest";
import { CardFailures } from "./card-failures.ts";

test("a card that fails at many syncs waits for an hour, and one that passed begins again", () => {
  let now = 0;
  const failures = new CardFailures(() => now);
  expect(failures.due()).toBeUndefined();
  const sync = (...ids: string[]): boolean[] => {
    failures.begin();
    return ids.map((id) => failures.note(id));
  };
  for (let count = 1; count < 5; count++) expect(sync("c1", "c2", "c1")).toEqual([false, false, false]);
  expect(failures.due()).toEqual([]);
  failures.forget("c2");
  expect(sync("c1", "c2")).toEqual([true, false]);
  now = 3_599_999;
  expect(failures.due()).toEqual([]);
  now = 3_600_000;
  expect(failures.due()).toEqual(["c1"]);
  expect(sync("c1")).toEqual([true]);
  expect(failures.due()).toEqual([]);
});
