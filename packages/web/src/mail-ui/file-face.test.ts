import { expect, test } from "vitest";
import { fileFace } from "./file-face.ts";

const octets = "application/octet-stream";

test.each([
  ["application/pdf", "a.pdf", "pdf"],
  [octets, "Договор.DOCX", "document"],
  ["application/vnd.oasis.opendocument.spreadsheet", null, "sheet"],
  [octets, "talk.key", "slides"],
  ["text/plain", "notes.txt", "text"],
  ["text/plain", "main.rs", "code"],
  ["application/json", "a.json", "code"],
  [octets, "a.tar.gz", "archive"],
  ["image/png", null, "image"],
  ["audio/ogg", "a", "audio"],
  ["video/mp4", "a", "video"],
  ["text/calendar", "a.ics", "calendar"],
  [octets, "a.vcf", "contact"],
  ["message/rfc822", null, "letter"],
  [octets, null, "other"],
] as const)("%s, %s: %s", (type, name, face) => {
  expect(fileFace(type, name)).toBe(face);
});

test("a program is one, whatever its type claims", () => {
  expect(["setup.exe", "Invoice.pdf.EXE", "a.scr. ", "a.lnk"].map((name) => fileFace("application/pdf", name))).toEqual(
    ["program", "program", "program", "program"],
  );
});
