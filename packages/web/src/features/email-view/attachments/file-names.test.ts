import { expect, test } from "vitest";
import { safeFileName, uniqueFileNames } from "./file-names.ts";

test("the same name twice becomes two, whatever its case", () => {
  expect(uniqueFileNames(["a.png", "A.png", "a.png", "a (2).png", "b"])).toEqual([
    "a.png",
    "A (2).png",
    "a (3).png",
    "a (2) (2).png",
    "b",
  ]);
});

test("a name leads into no other folder and hides no ending", () => {
  expect(safeFileName("../../etc/passwd")).toBe("_.._etc_passwd");
  expect(safeFileName("C:\\x.txt")).toBe("C_x.txt");
  expect(safeFileName("photo\u202egnp.exe")).toBe("photo_gnp.exe");
  expect(safeFileName(" .. ")).toBe("_");
  expect(safeFileName("отчёт.pdf")).toBe("отчёт.pdf");
});
