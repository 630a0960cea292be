import { expect, test } from "vitest";
import { type DraftWishes, wishesIn, wishFields } from "./draft-wishes.ts";

const all: DraftWishes[] = [
  {},
  { remindAfterDays: 3 },
  { original: { id: "e12", keyword: "$answered" } },
  { remindAfterDays: 366, original: { id: "e-1_2", keyword: "$forwarded", accountId: "a7" } },
];

test.each(all)("what a draft was written with is read from its header: %j", (wishes) => {
  expect(wishesIn(wishFields(wishes))).toEqual(wishes);
});

test("what no client of ours wrote is nothing", () => {
  for (const days of ["0", "-1", "1.5", "367", "soon", ""])
    expect(wishesIn({ "header:X-Pismo-Remind-After-Days:asText": days })).toEqual({});
  for (const original of ["$answered", "$seen e1", "$answered e1 a2 a3", "$answered e/1"])
    expect(wishesIn({ "header:X-Pismo-Original:asText": original })).toEqual({});
  expect(wishesIn({ "header:X-Pismo-Remind-After-Days:asText": null, "header:X-Pismo-Original:asText": null })).toEqual(
    {},
  );
});
