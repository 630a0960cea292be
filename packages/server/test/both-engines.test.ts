/** What opens a store runs on both engines, or says why not. */
import { expect, test } from "vitest";
import { onSqliteAlone, runsOnBothEngines, runsOnPostgresToday, storeTests } from "./support/both-engines.ts";

test("each test that is left to SQLite is there, and opens a store", () => {
  const all = storeTests();
  expect(Object.keys(onSqliteAlone).filter((name) => !all.includes(name))).toEqual([]);
  expect(runsOnBothEngines().length).toBeGreaterThan(100);
});

test("a week runs all of them on PostgreSQL, and those of the store more than once", () => {
  const days = [0, 1, 2, 3, 4, 5, 6].map(runsOnPostgresToday);
  expect(new Set(days.flat())).toEqual(new Set(runsOnBothEngines()));
  const store = runsOnBothEngines().filter((path) => path.includes("/test/store/"));
  expect(store.length).toBeGreaterThan(10);
  for (const path of store) expect(days.filter((today) => today.includes(path)).length).toBeGreaterThan(1);
});
