import { describe, expect, test } from "vitest";
import { isTemporarySignInRefusal, Busy, Offline, Refusal, SignInNeeded } from "./errors.ts";
import { retryAt } from "../push/retry-at.ts";
import { RetryPause } from "./retry-pause.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const pausesAfter = (error: Error, count: number): number[] => {
  const pause = new RetryPause({});
  return Array.from({ length: count }, () => pause.after(error));
};

describe("a server that comes back is connected to within a minute", () => {
  test.each([new Busy("throttled"), new Offline("away")])("however often it was not there: %s", (error) => {
    for (const pause of pausesAfter(error, 200)) expect(pause).toBeLessThan(MINUTE);
  });

  test("one that asks for pauses is given half a minute at first", () => {
    expect(pausesAfter(new Busy("throttled"), 1)[0]).toBeGreaterThanOrEqual(24_000);
  });

  test("a wrong password is tried again twice an hour at most", () => {
    for (const pause of pausesAfter(new SignInNeeded("no"), 10)) expect(pause).toBeGreaterThanOrEqual(HOUR / 2);
  });
});

/** Milliseconds until a change is tried again that was refused with this code. */
const pauseAfter = (code: string, attempts: number, random: number): number =>
  retryAt(new Refusal(code, ""), attempts, new Date(0), random).getTime();

describe("a change that was refused", () => {
  test.each(["UNAVAILABLE", "LIMIT", "INUSE", "SERVERBUG"])("[%s] is tried again within a minute, for ever", (code) => {
    for (let attempts = 1; attempts < 200; attempts++) expect(pauseAfter(code, attempts, 1)).toBeLessThan(MINUTE);
  });

  test("for a reason of its own is left for longer and longer", () => {
    expect(pauseAfter("OVERQUOTA", 7, 0.5)).toBe(HOUR);
  });
});

test.each([
  ["LIMIT", "Rate limit hit", true],
  ["UNAVAILABLE", "Temporary authentication failure", true],
  ["", "Too many connections", true],
  ["ALERT", "Too many simultaneous connections. (Failure)", true],
  ["", "Service temporarily unavailable", true],
  ["", "Server overloaded, try again in 5 minutes", true],
  ["AUTHENTICATIONFAILED", "Authentication failed", false],
  ["", "Invalid credentials (Failure)", false],
  ["", "Too many failed login attempts, try again later", false],
])("a sign-in that is refused with [%s] %s may be taken later: %s", (code, text, expected) => {
  expect(isTemporarySignInRefusal(code, text)).toBe(expected);
});
