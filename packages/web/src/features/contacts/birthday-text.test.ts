/** Days of contacts in words. */
import { expect, test } from "vitest";
import { birthdayText } from "./birthday-text.ts";

test.each([
  ["12", "4", "1981", "April 12, 1981"],
  ["12", "4", "", "April 12"],
  ["", "4", "1981", "April 1981"],
  ["", "", "1981", "1981"],
  ["1", "2", "50", "February 1, 50"],
  ["5", "", "", ""],
  ["", "", "", ""],
  ["1", "1", "9999999", ""],
  ["NaN", "NaN", "no day", ""],
])("day %j, month %j, year %j: %j", (day, month, year, text) => {
  expect(birthdayText({ day, month, year }, "en")).toBe(text);
});
