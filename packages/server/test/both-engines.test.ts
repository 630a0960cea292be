/** What opens a store runs on both engines, or says why not. */
import { expect, test } from "vitest";
import { onSqliteAlone, runsOnBothEngines, storeTests } from "./support/both-engines.ts";

test("each test that is left to SQLite is there, and opens a store", () => {
  const all = storeTests();
  expect(Object.keys(onSqliteAlone).filter((name) => !all.includes(name))).toEqual([]);
  expect(runsOnBothEngines().length).toBeGreaterThan(100);
});
