import type { LabelFace } from "@pismo/jmap";
import { expect, test } from "vitest";
import { joined, labelLines, placeOfTyped } from "./label-tree.ts";

const label = (id: string, keyword: string, parentId: string | null = null): LabelFace => ({
  id,
  keyword,
  name: keyword,
  color: "blue",
  parentId,
});

test("labels of two accounts with one keyword are one line, under the one that stands for its parent", () => {
  const labels = [label("l1", "work"), label("l2", "work"), label("l3", "tax", "l2"), label("l4", "home")];
  const lines = labelLines(joined(labels)).map(({ label: { id }, depth, path }) => [id, depth, path]);
  expect(lines).toEqual([
    ["l4", 0, "home"],
    ["l1", 0, "work"],
    ["l3", 1, "work / tax"],
  ]);
});

test("a label that one account has renamed is a line of its own", () => {
  const labels = [
    label("l1", "work"),
    { ...label("l2", "work"), name: "Job" },
    { ...label("l3", "work"), name: "WORK" },
  ];
  expect(joined(labels).map(({ id }) => id)).toEqual(["l1", "l2"]);
});

test.each([
  ["Work/Nested", "Nested", "l1"],
  [" work /  Tax / 2026 ", "2026", "l2"],
  ["Tax/2026", "Tax/2026", null],
  ["Nowhere/Nested", "Nowhere/Nested", null],
  ["and/or/Plans", "Plans", "l3"],
  ["Work/", "Work/", null],
  ["/Nested", "/Nested", null],
  [" Plain ", "Plain", null],
])("a label typed as %j is %j under %s", (typed, name, parentId) => {
  const labels = [label("l1", "work"), label("l2", "tax", "l1"), label("l3", "and/or")];
  expect(placeOfTyped(labels, typed)).toEqual({ name, parentId });
});
