import { expect, test } from "vitest";
import { decodeText } from "./decode-text.ts";

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

test("UTF-16 by its mark, UTF-8, and what is neither by what it resembles", () => {
  expect(decodeText(bytes(0xff, 0xfe, 0x1f, 0x04))).toBe("П");
  expect(decodeText(bytes(0xfe, 0xff, 0x04, 0x1f))).toBe("П");
  expect(decodeText(new TextEncoder().encode("Пётр"))).toBe("Пётр");
  expect(decodeText(bytes(0xcf, 0xb8, 0xf2, 0xf0))).toBe("Пётр");
  expect(decodeText(bytes(0x4c, 0x65, 0x66, 0xe8, 0x76, 0x72, 0x65))).toBe("Lefèvre");
});

test("a character that is cut in two at the end does not make UTF-8 something else", () => {
  const cut = new TextEncoder().encode("Пётр").subarray(0, 7);
  expect(decodeText(cut, false)).toBe("Пёт");
});
