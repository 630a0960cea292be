import { expect, test } from "vitest";
import { fileNameOf, safeFileName, uniqueFileNames } from "./file-names.ts";

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

test("no name is a device of Windows", () => {
  expect(["CON", "aux.zip", "com1.tar.gz", "console", "nul_"].map(safeFileName)).toEqual([
    "CON_",
    "aux_.zip",
    "com1_.tar.gz",
    "console",
    "nul_",
  ]);
});

test("a title is a name without what some system forbids, and one that says nothing has another", () => {
  expect(fileNameOf("Re: what * is 1/2?", "eml", "letter")).toBe("Re_ what _ is 1_2_.eml");
  expect(fileNameOf(" ... ", "eml", "letter")).toBe("letter.eml");
  expect(fileNameOf(null, "eml", "letter")).toBe("letter.eml");
  expect(fileNameOf("con", "eml", "letter")).toBe("con_.eml");
  expect(Array.from(fileNameOf("я".repeat(998), "eml", "letter"))).toHaveLength(124);
});
