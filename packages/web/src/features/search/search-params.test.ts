import { expect, test } from "vitest";
import { withSearch } from "./search-params.ts";

const search = (query: string, text: string): string =>
  decodeURIComponent(withSearch(new URLSearchParams(query), text).toString());

test("words go into q and letters=all goes", () => {
  expect(search("letters=all", " дача ")).toBe("q=дача");
});

test("filters stay while one searches", () => {
  expect(search("read=false", "дача")).toBe("read=false&q=дача");
  expect(search("read=false&q=дача", "")).toBe("read=false");
});

test("an emptied search shows the whole folder", () => {
  expect(search("q=дача", "  ")).toBe("letters=all");
});
