import { expect, test } from "vitest";
import { isOneLetterAway, isSlipOf } from "./near-address.ts";

test.each([
  ["anna", "ana"],
  ["anna", "annna"],
  ["anna", "amna"],
  ["anna", "anan"],
  ["", "a"],
])("%s and %s are one letter apart", (one, other) => {
  expect([isOneLetterAway(one, other), isOneLetterAway(other, one)]).toEqual([true, true]);
});

test.each([
  ["anna", "anna"],
  ["anna", "nana!"],
  ["abcd", "badc"],
  ["anna", "annaxx"],
])("%s and %s are not", (one, other) => {
  expect([isOneLetterAway(one, other), isOneLetterAway(other, one)]).toEqual([false, false]);
});

test.each([
  ["anna.petrova@firm.example", "anna.petrowa@firm.example"],
  ["anna@gmial.com", "anna@gmail.com"],
  ["friend@b.example", "freind@b.example"],
])("%s may mean %s", (typed, known) => {
  expect(isSlipOf(typed, known)).toBe(true);
});

test.each([
  ["ab@firm.example", "ac@firm.example"],
  ["user1@firm.example", "user2@firm.example"],
  ["office@firm.example", "office2@firm.example"],
  ["anna+a@firm.example", "anna+b@firm.example"],
  ["anna@firm.example", "anna@firm.example"],
  ["anna@b.example", "anna@c.example"],
])("%s is meant beside %s", (typed, known) => {
  expect(isSlipOf(typed, known)).toBe(false);
});
