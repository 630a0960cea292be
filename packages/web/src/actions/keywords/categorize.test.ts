import { expect, test } from "vitest";
import { categoryPatch } from "./categorize.ts";

test.each([
  ["the first category is set", ["$seen"], "orders", { "keywords/category-orders": true }],
  [
    "another takes the place of the one before",
    ["category-orders"],
    "fines",
    { "keywords/category-orders": null, "keywords/category-fines": true },
  ],
  [
    "of several, which another client set, one stays",
    ["category-orders", "category-tickets"],
    "tickets",
    { "keywords/category-orders": null },
  ],
  ["none removes it", ["category-tickets", "$flagged"], null, { "keywords/category-tickets": null }],
  ["what it is already is no change", ["category-fines"], "fines", undefined],
  ["none where there is none is no change", ["$seen"], null, undefined],
] as const)("%s", (_, keywords, chosen, patch) => {
  expect(categoryPatch(Object.fromEntries(keywords.map((keyword) => [keyword, true])), chosen)).toEqual(patch);
});
