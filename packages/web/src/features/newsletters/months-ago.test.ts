import { expect, test } from "vitest";
import { monthsAgo } from "./months-ago.ts";

test.each([
  ["2026-11-28T14:35", 1, "2026-10-28T14:35"],
  ["2026-05-31T14:35", 1, "2026-04-30T14:35"],
  ["2026-03-30T14:35", 1, "2026-02-28T14:35"],
  ["2026-05-31T14:35", 3, "2026-02-28T14:35"],
  ["2026-01-31T14:35", 3, "2025-10-31T14:35"],
  ["2028-02-29T14:35", 12, "2027-02-28T14:35"],
])("before %s by %i months it is %s", (now, months, expected) => {
  expect(monthsAgo(months, new Date(now))).toEqual(new Date(expected));
});
