/** Whose turn it is. */
import { afterEach, expect, test, vi } from "vitest";
import { Turns } from "../../src/bridge/imap/sync/turns.ts";

afterEach(() => vi.useRealTimers());

/** Turns that end at once, and what was run. */
function turns(intervalMs: number) {
  vi.useFakeTimers();
  const run: string[] = [];
  const all = new Turns({ intervalMs, maxConcurrent: 1 }, async (accountId) => void run.push(accountId));
  return { run, all };
}

test("an account that comes later does not wait until the others are due again", async () => {
  const { run, all } = turns(60_000);
  for (const accountId of ["a1", "a2"]) all.add(accountId);
  await vi.advanceTimersByTimeAsync(2000);
  expect(run).toEqual(["a1", "a2"]);
  all.add("a3");
  await vi.advanceTimersByTimeAsync(2000);
  expect(run).toEqual(["a1", "a2", "a3"]);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(run).toEqual(["a1", "a2", "a3", "a1", "a2", "a3"]);
  await all.close();
});

test("one that is removed has no further turn, and may come again", async () => {
  const { run, all } = turns(1000);
  all.add("a1");
  all.add("a2");
  await all.remove("a2");
  await vi.advanceTimersByTimeAsync(500);
  expect(run).toEqual(["a1"]);
  all.add("a2");
  await vi.advanceTimersByTimeAsync(100);
  expect(run).toEqual(["a1", "a2"]);
  await all.close();
});
