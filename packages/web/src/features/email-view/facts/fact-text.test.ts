import { expect, test } from "vitest";
import { dayText, readSum, sumText, timeText } from "./fact-text.ts";

// Which spaces stand between the numbers is the browser's matter.
const plain = (text: string | undefined): string | undefined => text?.replaceAll(/[\s\u2009\u202f]/g, " ");

test("sums", () => {
  expect(plain(sumText("1234.50 RUB", "ru"))).toBe("1 234,50 ₽");
  expect(plain(sumText("1234.00 RUB", "ru"))).toBe("1 234 ₽");
  expect(sumText("1234.5 USD", "en")).toBe("$1,234.50");
  expect(sumText("free of charge", "en")).toBe("free of charge");
});

test("days are days everywhere", () => {
  expect(plain(dayText("2026-12-05", "ru"))).toBe("суббота, 5 декабря 2026 г.");
  expect(dayText("2026-12-05", "en")).toBe("Saturday, December 5, 2026");
  expect(dayText("2026-12-05", "ru")).toContain("2026\u00a0г.");
  expect(dayText("2026-02-31", "en")).toBe("2026-02-31");
});

test("a time is the one of its place, and beside it the reader's where that is another", () => {
  const inTokyo = timeText("2026-12-05T14:35", "Asia/Tokyo", "en", "Europe/Moscow");
  expect(plain(inTokyo.text)).toMatch(/Sat, December 5.* 2:35 PM GMT\+9$/);
  expect(plain(inTokyo.here)).toMatch(/Sat, December 5.* 8:35 AM$/);
  expect(timeText("2026-12-05T14:35", "Europe/Moscow", "ru", "Europe/Moscow").here).toBeUndefined();
  expect(plain(timeText("2026-12-05T14:35", "+05:30", "ru", "Europe/Moscow").here)).toMatch(/12:05$/);
  const unknown = timeText("2026-12-05T14:35", undefined, "ru", "Europe/Moscow");
  expect([plain(unknown.text)?.endsWith("14:35"), unknown.here]).toEqual([true, undefined]);
});

test("a time of another year has it", () => {
  const next = new Date().getFullYear() + 1;
  expect(timeText(`${next}-05-03T19:30`, undefined, "en").text).toContain(`May 3, ${next}`);
  expect(timeText(`${next - 1}-05-03T19:30`, undefined, "en").text).not.toContain(`${next - 1}`);
});

test.each([
  ["12 345,60 ₽", "12345.60 RUB"],
  ["12345.6", "12345.60 RUB"],
  ["12 345 руб.", "12345.00 RUB"],
  ["1,234.50 USD", "1234.50 USD"],
  ["€ 99", "99.00 EUR"],
  ["1.234,50 €", "1234.50 EUR"],
  ["12 345", "12345.00 RUB"],
  ["1234.50 CAD", "1234.50 CAD"],
  ["CA$1,234.50", "1234.50 CAD"],
  ["$12 CAD", "12.00 CAD"],
  ["12,34,567.50", "1234567.50 RUB"],
  ["1.234", "1234.00 RUB"],
  ["KWD 1.250", "1.250 KWD"],
  ["1,250.500 KWD", "1250.500 KWD"],
  ["1,250 KWD", undefined],
  ["1.2.3", undefined],
  ["much", undefined],
  ["", undefined],
  ["12 shillings", undefined],
])("the sum %j is %s", (text, sum) => {
  expect(readSum(text, "RUB")).toBe(sum);
});
