// @vitest-environment node
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { zipFiles } from "./download-all.ts";
import { safeFileName } from "../../../store/files/file-names.ts";

test("the archive holds every file byte for byte, under its own name", async () => {
  const contents = new Map([
    ["B1", new Uint8Array(300_000).map((_, index) => index % 251)],
    ["B2", new Uint8Array([1, 2, 3])],
    ["B3", new Uint8Array()],
  ]);
  const files = [
    { blobId: "B1", name: "фото.png", type: "image/png", size: 300_000 },
    { blobId: "B2", name: "фото.png", type: "image/png", size: 3 },
    { blobId: "B3", name: "empty.txt", type: "text/plain", size: 0 },
  ];
  const shares: number[] = [];
  const archive = await zipFiles(
    files,
    async (id) => new Blob([contents.get(id)!]),
    (share) => shares.push(share),
  );
  const entries = unzipSync(new Uint8Array(await archive.arrayBuffer()));
  expect(Object.keys(entries)).toEqual(["фото.png", "фото (2).png", "empty.txt"]);
  expect(entries["фото.png"]).toEqual(contents.get("B1"));
  expect(entries["фото (2).png"]).toEqual(contents.get("B2"));
  expect(shares.at(-1)).toBe(1);
});

test("a file that cannot be fetched fails the whole archive", async () => {
  const files = [{ blobId: "B1", name: "a", type: "x/y", size: 1 }];
  await expect(
    zipFiles(
      files,
      () => Promise.reject(new TypeError("gone")),
      () => undefined,
    ),
  ).rejects.toThrow("gone");
});

test("a name that is too long is shortened in the middle, by whole characters, and keeps its extension", () => {
  expect(safeFileName(`${"a".repeat(296)}.pdf`)).toMatch(/^a+…a+\.pdf$/);
  expect(safeFileName(`Отчёт ${"😀".repeat(300)} за май.docx`)).toMatch(/^Отчёт (?:😀)+…(?:😀)+ за май\.docx$/u);
  expect(Array.from(safeFileName(`${"a".repeat(296)}.pdf`))).toHaveLength(120);
  expect(safeFileName(`${"a".repeat(116)}.pdf`)).toBe(`${"a".repeat(116)}.pdf`);
});
