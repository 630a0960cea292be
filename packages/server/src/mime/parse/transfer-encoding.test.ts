import { expect, test } from "vitest";
import { decodeContent, decodedSize, isKnownEncoding } from "./transfer-encoding.ts";

test.each([
  ["base64", "YWJj\r\nZGVm", "abcdef"],
  ["base64", "YW Jj*ZA", "abcd"],
  ["base64", "YQ==\r\nYg==\r\nYw", "abc"],
  ["base64", "YWJjZ", "abc"],
  ["quoted-printable", "a=3Db=3d=\r\nc=  \r\nd  \r\ne", "a=b=cd\r\ne"],
  ["quoted-printable", "100% = 1=0 =ZZ=", "100% = 1=0 =ZZ"],
  ["x-uuencode", "intro\r\nbegin 644 a.txt\r\n#86)C\r\n`\r\nend\r\n", "abc"],
  ["x-uuencode", "no such lines", "no such lines"],
  ["8bit", "a=3D", "a=3D"],
  ["nonsense", "a=3D", "a=3D"],
])("%s %j", (encoding, encoded, expected) => {
  const content = Buffer.from(encoded);
  expect(Buffer.from(decodeContent(content, encoding)).toString()).toBe(expected);
  expect(decodedSize(content, encoding)).toBe(expected.length);
});

test("all octets come back from base64", () => {
  const octets = Uint8Array.from({ length: 1000 }, (_, at) => (at * 31) % 256);
  const text = Buffer.from(octets).toString("base64").replace(/.{76}/g, "$&\n");
  expect(Buffer.from(decodeContent(Buffer.from(text), "base64"))).toEqual(Buffer.from(octets));
});

test("[2045 §6.4] an unknown encoding is known as such", () => {
  expect(isKnownEncoding("binary")).toBe(true);
  expect(isKnownEncoding("nonsense")).toBe(false);
});
