import { expect, test } from "vitest";
import { defaultRetryPlan, nextAttempt } from "./retry.ts";

const start = new Date(0);
const minutesTo = (attempts: number, random = 0.5) => {
  const next = nextAttempt(defaultRetryPlan, attempts, start, random);
  return next && next.getTime() / 60_000;
};

test("[5321 §4.5.4.1] the pauses grow, and after two days of them the letter is given up", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => minutesTo(attempts))).toEqual([1, 3, 10, 30, 60, 120, 240, 240]);
  let attempts = 1;
  let hours = 0;
  for (let minutes = minutesTo(1); minutes !== undefined; minutes = minutesTo(++attempts)) hours += minutes / 60;
  expect(hours).toBeGreaterThan(43);
  expect(hours).toBeLessThanOrEqual(48);
});

test("letters that failed together do not come back together", () => {
  expect([minutesTo(3, 0), minutesTo(3, 1)]).toEqual([8, 12]);
});
