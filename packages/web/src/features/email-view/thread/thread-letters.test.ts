import { expect, test } from "vitest";
import type { EmailRow } from "../../../store/records/email-properties.ts";
import { beginningOf, foldedAtFirst, isShown, nearest, openAtFirst, segmentsOf } from "./thread-letters.ts";

const letter = (id: string, keywords: string[] = ["$seen"], mailbox = "in"): EmailRow =>
  ({
    id,
    keywords: Object.fromEntries(keywords.map((keyword) => [keyword, true])),
    mailboxIds: { [mailbox]: true },
  }) as unknown as EmailRow;
const named = (ids: string) => ids.split("").map((id) => (/[A-Z]/.test(id) ? letter(id, []) : letter(id)));
const lines = (ids: string, opened: string) => {
  const rows = named(ids);
  return segmentsOf(rows, foldedAtFirst(rows, openAtFirst(rows, opened))).map(({ row, count }) => count ?? row.id);
};

test("the unread letters and the one that was chosen are open; reading begins at the first unread one", () => {
  const rows = named("abCdEf");
  expect([...openAtFirst(rows, "f")]).toEqual(["C", "E", "f"]);
  expect(beginningOf(rows, "f")).toBe("C");
  expect(beginningOf(named("abc"), "b")).toBe("b");
  expect(openAtFirst(named("ABCDEFGHIJKLMNOPQ"), "Q").size).toBe(11);
});

test("a draft is not opened, and nothing of it is unread", () => {
  const rows = [letter("a"), letter("b", ["$draft"])];
  expect([...openAtFirst(rows, "a")]).toEqual(["a"]);
  expect(beginningOf(rows, "a")).toBe("a");
});

test("of a long run of read letters the first and the last have a line", () => {
  expect(lines("abcdefG", "G")).toEqual(["a", 4, "f", "G"]);
  expect(lines("abcD", "D")).toEqual(["a", "b", "c", "D"]);
  expect(lines("abcdEfghij", "j")).toEqual(["a", 2, "d", "E", "f", 2, "i", "j"]);
});

test("what was thrown away is no part, unless it is what is read; of many the latest are loaded", () => {
  const scope = { shown: "in", away: ["trash"], sent: undefined };
  expect(isShown(letter("a"), "b", scope)).toBe(true);
  expect(isShown(letter("a", [], "archive"), "b", scope)).toBe(true);
  expect(isShown(letter("a", [], "trash"), "b", scope)).toBe(false);
  expect(isShown(letter("a", [], "trash"), "a", scope)).toBe(true);
  const ids = Array.from({ length: 700 }, (_, at) => `e${at}`);
  expect(nearest(ids, "e699")).toHaveLength(500);
  expect(nearest(ids, "e3").slice(0, 2)).toEqual(["e3", "e200"]);
});
