import { expect, test } from "vitest";
import { decodeText, normalizeCharset } from "./charset.ts";

const hex = (digits: string): Buffer => Buffer.from(digits, "hex");

test.each([
  ["koi8-r", "d0d2c9d7c5d4", "привет"],
  ["Windows-1251", "eff0e8e2e5f2", "привет"],
  ["win-1251", "eff0e8e2e5f2", "привет"],
  ["cp866", "afe0a8a2a5e2", "привет"],
  ["ibm866", "afe0a8a2a5e2", "привет"],
  ["ISO_8859-5", "dfe0d8d2d5e2", "привет"],
  ["x-mac-cyrillic", "eff0e8e2e5f2", "привет"],
  ["utf8", "d0bfd180d0b8", "при"],
  ["gb2312", "c4e3bac3", "你好"],
  ["Shift-JIS", "82b182f1", "こん"],
  ["iso-2022-jp", "1b2442243324731b2842", "こん"],
  ["utf-16", "feff0430", "а"],
  ["utf-7", Buffer.from("a+BDE-b").toString("hex"), "aбb"],
])("charset %s", (charset, digits, expected) => {
  expect(decodeText(hex(digits), charset)).toEqual({ value: expected, isEncodingProblem: false });
});

test("a byte order mark is no text", () => {
  expect(decodeText(hex("efbbbf61"), "utf-8").value).toBe("a");
});

test("[8621 §4.1.4] an unknown charset is guessed, and is a problem", () => {
  expect(decodeText(hex("d0bfd180d0b8"), "x-unknown")).toEqual({ value: "при", isEncodingProblem: true });
  expect(decodeText(hex("eff0e8e2e5f2"), "x-unknown")).toEqual({ value: "привет", isEncodingProblem: true });
  expect(decodeText(hex("f0d2c9d7c5d42c20cdc9d2"), "us-ascii").value).toBe("Привет, мир");
});

test("[8621 §4.1.4] malformed sections are a problem; an impossible charset is ignored", () => {
  expect(decodeText(hex("d0bfd180d0b8ff"), "utf-8")).toEqual({ value: "при\ufffd", isEncodingProblem: true });
  expect(decodeText(hex("eff0e8e2e5f22c20ece8f0"), "utf-8")).toEqual({ value: "привет, мир", isEncodingProblem: true });
});

test("the HTML's own charset is used where the header's does not help", () => {
  expect(decodeText(hex("afe0a8a2a5e2"), null, "cp866").value).toBe("привет");
});

test.each([
  ["Hi Mom -+Jjo--! A+ImIDkQ.", "Hi Mom -☺-! A≢Α."],
  ["+BB8EQAQ4BDIENQRC-", "Привет"],
  ["1 +- 1", "1 + 1"],
  ["C++ or 2+2=4", "C++ or 2+2=4"],
])("[RFC 2152] UTF-7: %s", (text, expected) => {
  for (const label of ["utf-7", "UTF7", "unicode-1-1-utf-7", "x-unicode-2-0-utf-7", "csUnicode11UTF7"]) {
    expect(decodeText(Buffer.from(text), label)).toEqual({ value: expected, isEncodingProblem: false });
  }
});

test("octets above 127 under the label UTF-7 are decoded by their own charset, and are a problem", () => {
  const expected = { value: "Привет, Привет", isEncodingProblem: true };
  expect(decodeText(Buffer.from("Привет, +BB8EQAQ4BDIENQRC-"), "utf-7")).toEqual(expected);
});

test("labels that name nothing", () => {
  for (const label of ["", "x-user-defined", "a".repeat(1000), "replacement"])
    expect(normalizeCharset(label)).toBeUndefined();
});

test.each(["iso-8859-1", "windows-1252", "windows-1251", "koi8-r", "x-mac-cyrillic"])(
  "UTF-8 that is called %s is read as what it is, and the label is a problem",
  (charset) => {
    expect(decodeText(Buffer.from("Привет, мир"), charset)).toEqual({ value: "Привет, мир", isEncodingProblem: true });
  },
);

test.each([
  ["windows-1251", "Вё в «ПЁТР» №5 — ГЁТЕ"],
  ["koi8-r", "Съешь ещё этих мягких французских булок"],
  ["windows-1252", "Ça coûte cinq à dix euros, où ça ?"],
])("real text in %s is never taken for UTF-8", (charset, text) => {
  const table = new Map(
    Array.from({ length: 256 }, (_, byte) => [new TextDecoder(charset).decode(Uint8Array.of(byte)), byte]),
  );
  const bytes = Uint8Array.from(text, (char) => table.get(char)!);
  expect(decodeText(bytes, charset)).toEqual({ value: text, isEncodingProblem: false });
});

test("[Encoding Standard §4.2] the labels that browsers know are known, and mean the same", () => {
  const labels =
    "866 arabic ascii big5-hkscs chinese cp1251 cp819 csisolatincyrillic csiso2022jp cyrillic dos-874 ecma-114 " +
    "euc-jp euc-kr gb18030 gb_2312-80 gbk greek8 hebrew ibm819 iso-8859-16 iso-ir-144 iso88591 koi koi8 koi8-ru " +
    "ks_c_5601-1987 korean l1 latin1 latin5 logical mac ms932 ms_kanji sjis sun_eu_greek tis-620 ucs-2 " +
    "unicode-1-1-utf-8 us-ascii utf-16be visual windows-31j x-cp1251 x-gbk x-mac-ukrainian x-sjis x-x-big5";
  const unknown = labels.split(" ").filter((label) => normalizeCharset(label.toUpperCase()) === undefined);
  expect(unknown).toEqual([]);
  expect(decodeText(hex("80"), "latin1").value).toBe("€");
});
