// @vitest-environment node
import { expect, test } from "vitest";
import { fewNotices } from "./few-notices.ts";
import { dismissNotice, getNotices } from "./notices.ts";

const shown = () => getNotices().map(({ key, values, timeout }) => [key, values, timeout]);

test("two stand one by one, more as a number, until that is dismissed", () => {
  const { tell } = fewNotices(() => ({ key: "many" }));
  const tellOf = (subject: string, key = subject): void => tell({ key: "one", values: { subject } }, key);
  tellOf("Plan");
  tellOf("Trip");
  expect(shown()).toEqual([
    ["one", { subject: "Plan" }, 0],
    ["one", { subject: "Trip" }, 0],
  ]);
  tellOf("Trip", "another");
  expect(shown()).toEqual([["many", { count: 3 }, 0]]);
  tellOf("Bill");
  expect(shown()).toEqual([["many", { count: 4 }, 0]]);
  dismissNotice(getNotices()[0]!.id);
  tellOf("Later");
  expect(shown()).toEqual([["one", { subject: "Later" }, 0]]);
});

test("what is settled is not spoken of any more, alone or among several", () => {
  for (const { id } of getNotices()) dismissNotice(id);
  const { tell, settle } = fewNotices(() => ({ key: "many" }));
  const tellOf = (subject: string): void => tell({ key: "one", values: { subject } }, subject);
  tellOf("Plan");
  tellOf("Trip");
  settle("Plan");
  expect(shown()).toEqual([["one", { subject: "Trip" }, 0]]);
  tellOf("Bill");
  tellOf("Later");
  settle("Trip");
  settle("Of another");
  expect(shown()).toEqual([["many", { count: 2 }, 0]]);
  settle("Bill");
  settle("Later");
  expect(shown()).toEqual([]);
});
