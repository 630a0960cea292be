import { expect, test, vi } from "vitest";
import { bestAnswer } from "./best-answer.ts";

const never = new Promise<undefined>(() => {});

test("the most certain answer counts, not the quickest", async () => {
  const page = new Promise<string>((resolve) => void setImmediate(() => resolve("page")));
  const best = bestAnswer([page, Promise.resolve("guess")], 60_000);
  expect(await best).toBe("page");
});

test("a source that knows nothing is not waited for", async () => {
  expect(await bestAnswer([Promise.resolve(undefined), Promise.resolve("srv"), never], 60_000)).toBe("srv");
  expect(await bestAnswer([Promise.resolve(undefined)], 60_000)).toBeUndefined();
  expect(await bestAnswer([], 60_000)).toBeUndefined();
});

test("one that does not answer is waited for a moment only", async () => {
  vi.useFakeTimers();
  const best = bestAnswer([never, Promise.resolve("srv")], 2000);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await best).toBe("srv");
  vi.useRealTimers();
});
