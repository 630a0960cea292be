import { expect, test } from "vitest";
import { isOftenRefused } from "./often-refused.ts";

test("programs are named, whatever stands before their end, and documents are not", () => {
  expect(["setup.exe", "Report.PDF.JS", "a.lnk "].every(isOftenRefused)).toBe(true);
  expect(["report.pdf", "notes.json", "table.xlsx", ""].some(isOftenRefused)).toBe(false);
});
