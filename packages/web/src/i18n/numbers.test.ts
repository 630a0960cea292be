// @vitest-environment jsdom
import { expect, test } from "vitest";
import { i18n } from "./index.ts";
import { formatNumber, formatSize } from "./numbers.ts";

test("1 Kb is 1000 bytes", () => {
  expect(formatSize(1000, "en")).toBe("1 Kb");
  expect(formatSize(1500, "en")).toBe("1.5 Kb");
  expect(formatSize(1500, "ru")).toBe("1,5 Кб");
  expect(formatSize(48_600, "en")).toBe("49 Kb");
});

test("units change where the number would have four digits", () => {
  expect(formatSize(999, "en")).toBe("999 bytes");
  expect(formatSize(999_400, "en")).toBe("999 Kb");
  expect(formatSize(999_600, "en")).toBe("1 Mb");
  expect(formatSize(1_234_567, "ru")).toBe("1,2 Мб");
  expect(formatSize(2_500_000_000, "en")).toBe("2.5 Gb");
});

test("numbers are grouped by the language", () => {
  expect(formatNumber(12345, "en")).toBe("12,345");
  expect(formatNumber(12345, "ru").replace(/\s/, " ")).toBe("12 345");
});

test("counts are written as Intl writes them", () => {
  for (const [language, locale] of [
    ["en", "en-US"],
    ["ru", "ru-RU"],
  ] as const) {
    const byIntl = new Intl.NumberFormat(locale);
    for (const count of [0, 7, 999, 1000, 1001, 12_345, 100_000, 999_999, 1_000_000, 1_234_567_890]) {
      expect(formatNumber(count, language)).toBe(byIntl.format(count));
    }
  }
});

test("Russian has three plural forms, English two", () => {
  const ru = i18n.getFixedT("ru");
  const files = (count: number): string => ru("letter.files", { count });
  expect([1, 2, 5, 11, 21, 22, 25].map(files)).toEqual([
    "1 файл",
    "2 файла",
    "5 файлов",
    "11 файлов",
    "21 файл",
    "22 файла",
    "25 файлов",
  ]);
  expect([0, 1, 2].map((count) => i18n.getFixedT("en")("units.bytes", { count }))).toEqual([
    "0 bytes",
    "1 byte",
    "2 bytes",
  ]);
});
