import { expect, test } from "vitest";
import { cpuTime } from "../../../../jmap/test/cpu-time.ts";
import { linkify } from "./links.ts";

const hrefs = (text: string): string[] =>
  linkify(text).flatMap((piece) => (typeof piece === "string" ? [] : [piece.href]));

test.each([
  ["See https://a.example/x?y=1.", ["https://a.example/x?y=1"]],
  ["(see http://a.example/x_(y))", ["http://a.example/x_(y)"]],
  ["(www.a.example/x)", ["https://www.a.example/x"]],
  ["«https://пример.рф/путь»", ["https://пример.рф/путь"]],
  ["write to anna@mail.example, or not", ["mailto:anna@mail.example"]],
  ["no@where and javascript:alert(1) and a.b", []],
])("%j", (text, expected) => {
  expect(hrefs(text)).toEqual(expected);
  expect(
    linkify(text)
      .map((piece) => (typeof piece === "string" ? piece : piece.text))
      .join(""),
  ).toBe(text);
});

test("a long line without links is read in linear time", () => {
  const time = cpuTime(() => {
    linkify("a.".repeat(100_000));
    linkify("!".repeat(200_000));
  });
  expect(time).toBeLessThan(1500);
});
