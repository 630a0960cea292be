import { expect, test } from "vitest";
import { defaultRetryPlan, nextAttempt } from "./retry.ts";

test("[5321 §4.5.4.1] the pauses grow, and after two days the letter is given up", () => {
  const firstAt = new Date("2026-01-01T00:00:00Z");
  const times: Date[] = [firstAt];
  for (let attempts = 1; ; attempts++) {
    const next = nextAttempt(defaultRetryPlan, { attempts, firstAt, now: times.at(-1) ?? firstAt }, 0.5);
    if (!next) break;
    times.push(next);
  }
  const pauses = times.slice(1).map((time, index) => (time.getTime() - (times[index]?.getTime() ?? 0)) / 60_000);
  expect(pauses.slice(0, 8)).toEqual([1, 3, 10, 30, 60, 120, 240, 240]);
  const lastHour = ((times.at(-1)?.getTime() ?? 0) - firstAt.getTime()) / 3_600_000;
  expect(lastHour).toBeGreaterThan(43);
  expect(lastHour).toBeLessThanOrEqual(48);
});

test("letters that failed together do not come back together", () => {
  const at = { attempts: 3, firstAt: new Date(0), now: new Date(0) };
  expect(nextAttempt(defaultRetryPlan, at, 0)?.getTime()).toBe(480_000);
  expect(nextAttempt(defaultRetryPlan, at, 1)?.getTime()).toBe(720_000);
});
