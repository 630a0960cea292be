import { expect, test } from "vitest";
import { isOftenRefused } from "./often-refused.ts";

test("programs are named, whatever stands before their end, and documents are not", () => {
  expect(["setup.exe", "Report.PDF.JS", "a.lnk "].every(isOftenRefused)).toBe(true);
  expect(["report.pdf", "notes.json", "table.xlsx", ""].some(isOftenRefused)).toBe(false);
});

test("a packed program is one too, as far as its name tells", () => {
  expect(["setup.exe.zip", "Run.BAT.gz", "setup.exe.7z.001", "setup.exe. "].every(isOftenRefused)).toBe(true);
  expect(["photos.zip", "exe.zip", "setup.exe.zip.txt", "backup.tar.gz", ".zip", "a.001"].some(isOftenRefused)).toBe(
    false,
  );
});
