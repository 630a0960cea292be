import { expect, test } from "vitest";
import { acceptedImageType, sortImages } from "./image-files.ts";

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0]);

test("png, jpg and jpeg are taken when name, declared type and first bytes agree", async () => {
  expect(await acceptedImageType(new File([png], "a.png", { type: "image/png" }))).toBe("image/png");
  expect(await acceptedImageType(new File([jpeg], "a.JPG", { type: "image/jpeg" }))).toBe("image/jpeg");
  expect(await acceptedImageType(new File([jpeg], "a.jpeg"))).toBe("image/jpeg");
});

test("a file that only says it is an image is left out", async () => {
  expect(await acceptedImageType(new File(["<svg/>"], "a.png", { type: "image/png" }))).toBeUndefined();
  expect(await acceptedImageType(new File([png], "a.svg", { type: "image/png" }))).toBeUndefined();
  expect(await acceptedImageType(new File([png], "a.png", { type: "image/svg+xml" }))).toBeUndefined();
  expect(await acceptedImageType(new File([], "a.png", { type: "image/png" }))).toBeUndefined();
});

test("what does not match is left out and the others stay", async () => {
  const good = new File([png], "good.png", { type: "image/png" });
  const bad = new File(["text"], "bad.txt", { type: "text/plain" });
  expect(await sortImages([bad, good])).toEqual({ accepted: [{ file: good, type: "image/png" }], rejected: [bad] });
});
