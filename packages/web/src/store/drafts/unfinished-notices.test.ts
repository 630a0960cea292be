// @vitest-environment node
import { expect, test, vi } from "vitest";
import { dismissNotice, getNotices } from "../notices.ts";
import { offerUnfinished } from "./unfinished-notices.ts";

const shown = () => getNotices().map(({ key, values }) => [key.replace("compose.", ""), values]);

test("two letters are offered one by one, more as a number, until they are dismissed", () => {
  const takeUp = vi.fn<() => void>();
  offerUnfinished("Plan", takeUp);
  offerUnfinished("", () => undefined);
  expect(shown()).toEqual([
    ["unfinished", { subject: "Plan" }],
    ["unfinishedUntitled", { subject: "" }],
  ]);
  getNotices()[0]!.action!.perform();
  expect(takeUp).toHaveBeenCalledOnce();

  offerUnfinished("Trip", () => undefined);
  expect(shown()).toEqual([["unfinishedSeveral", { count: 3 }]]);
  offerUnfinished("Trip", () => undefined);
  expect(shown()).toEqual([["unfinishedSeveral", { count: 4 }]]);

  dismissNotice(getNotices()[0]!.id);
  offerUnfinished("Later", () => undefined);
  expect(shown()).toEqual([["unfinished", { subject: "Later" }]]);
});
