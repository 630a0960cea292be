import { expect, test } from "vitest";
import { canReset, filterEntries, type FilterEntry, narrowingFilters, toggleEntry } from "./filter-params.ts";

const entry = (id: FilterEntry["id"]): FilterEntry => filterEntries.find((one) => one.id === id)!;
const click = (query: string, id: FilterEntry["id"]): string =>
  toggleEntry(new URLSearchParams(query), entry(id)).toString();

test("a filter is added, and letters=all is dropped", () => {
  expect(click("letters=all", "unread")).toBe("read=false");
  expect(click("letters=all", "flagged")).toBe("bookmark=true");
  expect(click("letters=all", "important")).toBe("important=true");
  expect(click("letters=all", "files")).toBe("files=true");
});

test("filters combine", () => {
  expect(click("read=false", "files")).toBe("read=false&files=true");
});

test("a parameter that already has the value is removed", () => {
  expect(click("read=false&files=true", "unread")).toBe("files=true");
  expect(click("files=true", "files")).toBe("");
  expect(click("letters=all", "all")).toBe("");
});

test("a parameter with another value gets the filter's", () => {
  expect(click("read=true", "unread")).toBe("read=false");
});

test("all emails drops the others, a search too", () => {
  expect(click("read=false&bookmark=true&q=дача", "all")).toBe("letters=all");
  expect(click("", "all")).toBe("letters=all");
});

test("a filter keeps the search", () => {
  expect(new URLSearchParams(click("q=дача", "unread")).get("q")).toBe("дача");
});

test("reset is offered only when letters is absent and the query is not empty", () => {
  expect(canReset(new URLSearchParams("letters=all"))).toBe(false);
  expect(canReset(new URLSearchParams(""))).toBe(false);
  expect(canReset(new URLSearchParams("read=false"))).toBe(true);
  expect(canReset(new URLSearchParams("q=дача"))).toBe(true);
  expect(canReset(new URLSearchParams("account=a2"))).toBe(false);
  expect(canReset(new URLSearchParams("account=a2&read=false"))).toBe(true);
});

test("all letters is no narrowing filter", () => {
  expect(narrowingFilters(new URLSearchParams("letters=all"))).toEqual([]);
  expect(narrowingFilters(new URLSearchParams("read=false&files=true")).map(({ id }) => id)).toEqual([
    "unread",
    "files",
  ]);
});
