import { expect, test } from "vitest";
import { type DraftWishes, wishesFor, wishesIn, wishFields } from "./draft-wishes.ts";

const all: DraftWishes[] = [
  {},
  { remindAfterDays: 3 },
  { original: { id: "e12", keyword: "$answered" } },
  { remindAfterDays: 366, original: { id: "e-1_2", keyword: "$forwarded", accountId: "a7" } },
];

test.each(all)("what a draft was written with is read from its header: %j", (wishes) => {
  expect(wishesIn(wishFields(wishes))).toEqual(wishes);
});

test("the letter that is answered in the same account needs no name", () => {
  const original = { id: "e1", keyword: "$answered" } as const;
  expect(wishesFor({}, original, "a1")).toEqual({});
  expect(wishesFor({}, { ...original, accountId: "a1" }, "a1")).toEqual({});
  const elsewhere = { ...original, accountId: "a2" };
  expect(wishesFor({}, elsewhere, "a1")).toEqual({ original: elsewhere });
  const forwarded = { ...original, keyword: "$forwarded" } as const;
  expect(wishesFor({ remindAfterDays: 2 }, forwarded, "a1")).toEqual({ remindAfterDays: 2, original: forwarded });
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
