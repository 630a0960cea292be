import { expect, test } from "vitest";
import { acceptedType, pickerAccept, sortFiles } from "./accepted-files.ts";

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0]);
const usual = ["png", "jpg", "jpeg"];

test("png, jpg and jpeg are taken when name, declared type and first bytes agree", async () => {
  expect(await acceptedType(new File([png], "a.png", { type: "image/png" }), usual)).toBe("image/png");
  expect(await acceptedType(new File([jpeg], "a.JPG", { type: "image/jpeg" }), usual)).toBe("image/jpeg");
  expect(await acceptedType(new File([jpeg], "a.jpeg", { type: "image/jpg" }), usual)).toBe("image/jpeg");
  expect(await acceptedType(new File([jpeg], "a.jpeg"), usual)).toBe("image/jpeg");
});

test("a file that only says it is an image is left out", async () => {
  expect(await acceptedType(new File(["<svg/>"], "a.png", { type: "image/png" }), usual)).toBeUndefined();
  expect(await acceptedType(new File([png], "a.svg", { type: "image/png" }), usual)).toBeUndefined();
  expect(await acceptedType(new File([png], "a.png", { type: "image/svg+xml" }), usual)).toBeUndefined();
  expect(await acceptedType(new File([jpeg], "a.png", { type: "image/png" }), usual)).toBeUndefined();
  expect(await acceptedType(new File([png], "png", { type: "image/png" }), usual)).toBeUndefined();
  expect(await acceptedType(new File([], "a.png", { type: "image/png" }), usual)).toBeUndefined();
});

test("what does not match is left out and the others stay", async () => {
  const good = new File([png], "good.png", { type: "image/png" });
  const bad = new File(["text"], "bad.txt", { type: "text/plain" });
  expect(await sortFiles([bad, good], usual)).toEqual({ taken: [{ file: good, type: "image/png" }], leftOut: [bad] });
});

test("a deployment can take more kinds, or any", async () => {
  const pdf = new File(["%PDF-1.7"], "a.pdf", { type: "application/pdf" });
  const text = new File(["text"], "a.txt", { type: "text/plain" });
  expect(await acceptedType(pdf, [...usual, "pdf"])).toBe("application/pdf");
  expect(await acceptedType(text, [...usual, "pdf"])).toBeUndefined();
  expect(await acceptedType(text, [...usual, "txt"])).toBe("text/plain");
  expect(await acceptedType(new File(["?"], "README"), null)).toBe("application/octet-stream");
});

test("an image of a kind that is not accepted is not taken under another name", async () => {
  const gif = new File(["GIF89a…"], "a.txt", { type: "text/plain" });
  expect(await acceptedType(gif, [...usual, "txt"])).toBeUndefined();
  expect(await acceptedType(gif, [...usual, "txt", "gif"])).toBe("text/plain");
});

test("where any file is accepted, a name that says image counts more than the type that a browser declares", async () => {
  expect(await acceptedType(new File(["text"], "a.png", { type: "text/html" }), null)).toBe("image/png");
  expect(await acceptedType(new File(["text"], "a.html", { type: "text/html" }), null)).toBe("text/html");
});

test("the picker offers what is accepted", () => {
  expect(pickerAccept(usual)).toBe(".png,.jpg,.jpeg");
  expect(pickerAccept(null)).toBeUndefined();
});
