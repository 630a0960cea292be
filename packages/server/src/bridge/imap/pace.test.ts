import { expect, test } from "vitest";
import { Pace } from "./pace.ts";

const second = 1000;

test("what is left takes as long as the same amount has taken", () => {
  const pace = new Pace();
  for (let at = 0; at <= 10; at++) pace.note(at * second, at * 100);
  expect(pace.secondsFor(5000, 10 * second)).toBe(50);
});

test("nothing is said before there is something to measure", () => {
  const pace = new Pace();
  expect(pace.secondsFor(10, 0)).toBeNull();
  pace.note(0, 0);
  pace.note(1 * second, 500);
  expect(pace.secondsFor(10, 1 * second)).toBeNull();
});

test("nothing is said when it does not go on, or when there is nothing left", () => {
  const pace = new Pace();
  for (let at = 0; at <= 10; at++) pace.note(at * second, at);
  expect(pace.secondsFor(0, 10 * second)).toBeNull();
  expect(pace.secondsFor(10, 26 * second)).toBeNull();
});

test("only the last minute counts", () => {
  const pace = new Pace();
  for (let at = 0; at <= 100; at++) pace.note(at * second, at);
  for (let at = 101; at <= 170; at++) pace.note(at * second, 100 + (at - 100) * 10);
  expect(pace.secondsFor(600, 170 * second)).toBe(60);
});

test("a count that falls begins anew", () => {
  const pace = new Pace();
  for (let at = 0; at <= 10; at++) pace.note(at * second, at * 100);
  pace.note(11 * second, 5);
  expect(pace.secondsFor(100, 11 * second)).toBeNull();
});
