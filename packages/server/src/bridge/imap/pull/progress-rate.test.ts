import { expect, test } from "vitest";
import { ProgressRate } from "./progress-rate.ts";

const second = 1000;

test("what is left takes as long as the same amount has taken", () => {
  const rate = new ProgressRate();
  for (let at = 0; at <= 10; at++) rate.add(at * second, at * 100);
  expect(rate.secondsLeft(5000, 10 * second)).toBe(50);
});

test("nothing is said before there is something to measure", () => {
  const rate = new ProgressRate();
  expect(rate.secondsLeft(10, 0)).toBeNull();
  rate.add(0, 0);
  rate.add(1 * second, 500);
  expect(rate.secondsLeft(10, 1 * second)).toBeNull();
});

test("nothing is said when it does not go on, or when there is nothing left", () => {
  const rate = new ProgressRate();
  for (let at = 0; at <= 10; at++) rate.add(at * second, at);
  expect(rate.secondsLeft(0, 10 * second)).toBeNull();
  expect(rate.secondsLeft(10, 26 * second)).toBeNull();
});

test("only the last minute counts", () => {
  const rate = new ProgressRate();
  for (let at = 0; at <= 100; at++) rate.add(at * second, at);
  for (let at = 101; at <= 170; at++) rate.add(at * second, 100 + (at - 100) * 10);
  expect(rate.secondsLeft(600, 170 * second)).toBe(60);
});

test("a lower count restarts the measurement", () => {
  const rate = new ProgressRate();
  for (let at = 0; at <= 10; at++) rate.add(at * second, at * 100);
  rate.add(11 * second, 5);
  expect(rate.secondsLeft(100, 11 * second)).toBeNull();
});
