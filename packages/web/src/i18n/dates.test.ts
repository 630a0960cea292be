// @vitest-environment jsdom
import { describe, expect, test } from "vitest";
import { dateInText, fullDate, emailDate, shortDate } from "./dates.ts";

const now = new Date(2026, 10, 21, 15, 30);
const at = (...parts: [number, number, number, number?, number?]): Date => new Date(...parts);
/** Intl puts a narrow no-break space before AM and PM. */
const plain = (text: string): string => text.replaceAll(/\s/g, " ");

describe("a date in a list", () => {
  test("within 24 hours: hour and minute", () => {
    expect(shortDate(at(2026, 10, 21, 9, 5), "ru", now)).toBe("09:05");
    expect(plain(shortDate(at(2026, 10, 21, 9, 5), "en", now))).toBe("9:05 AM");
  });

  test("yesterday evening is still within 24 hours, 24 hours ago is not", () => {
    expect(shortDate(at(2026, 10, 20, 15, 31), "ru", now)).toBe("15:31");
    expect(shortDate(at(2026, 10, 20, 15, 30), "ru", now)).toBe("20 нояб.");
  });

  test("this year: short month and day", () => {
    expect(shortDate(at(2026, 2, 8), "ru", now)).toBe("8 мар.");
    expect(shortDate(at(2026, 2, 8), "en", now)).toBe("Mar 8");
  });

  test("an earlier year: numeric month, day and year", () => {
    expect(shortDate(at(2025, 11, 31), "ru", now)).toBe("31.12.2025");
    expect(shortDate(at(2025, 11, 31), "en", now)).toBe("12/31/2025");
  });

  test("New Year's night: 24 hours win over the year", () => {
    expect(shortDate(at(2026, 11, 31, 23, 50), "ru", at(2027, 0, 1, 0, 10))).toBe("23:50");
  });

  test("a clock that runs ahead does not show tomorrow's Email as a year", () => {
    expect(shortDate(at(2026, 10, 21, 16, 0), "ru", now)).toBe("16:00");
    expect(shortDate(at(2027, 0, 3), "en", now)).toBe("Jan 3");
  });

  test("what is no date is left out", () => {
    expect(shortDate(new Date("never"), "ru", now)).toBe("");
    expect(emailDate(new Date("never"), "ru", now)).toBe("");
    expect(fullDate(new Date("never"), "ru")).toBe("");
  });
});

/** What a short date is by the browser's own data, with the options of its shape. */
const byIntl = (language: "en" | "ru", date: Date, options: Intl.DateTimeFormatOptions): string =>
  plain(new Intl.DateTimeFormat(language === "en" ? "en-US" : "ru-RU", options).format(date));

describe.each(["en", "ru"] as const)("short dates are written as Intl writes them: %s", (language) => {
  test("every hour", () => {
    const options = { hour: language === "en" ? "numeric" : "2-digit", minute: "2-digit" } as const;
    for (let hour = 0; hour < 24; hour++) {
      const date = at(2026, 10, 21, hour, hour);
      expect(shortDate(date, language, date)).toBe(byIntl(language, date, options));
    }
  });

  test("every month, in this year and in an earlier one", () => {
    for (let month = 0; month < 12; month++) {
      const [before, later] = [at(2025, month, month + 1), at(2027, month, 28 - month)];
      const numeric = { day: "numeric", month: "numeric", year: "numeric" } as const;
      expect(shortDate(before, language, now)).toBe(byIntl(language, before, numeric));
      expect(shortDate(later, language, now)).toBe(byIntl(language, later, { day: "numeric", month: "short" }));
    }
  });
});

describe("a date on an Email", () => {
  test("the current day is Today", () => {
    expect(emailDate(at(2026, 10, 21, 14, 5), "ru", now)).toBe("Сегодня, 14:05");
    expect(plain(emailDate(at(2026, 10, 21, 14, 5), "en", now))).toBe("Today, 2:05 PM");
  });

  test("within a line today is not written large, a month is", () => {
    expect(dateInText(at(2026, 10, 21, 14, 5), "ru", now)).toBe("сегодня, 14:05");
    expect(plain(dateInText(at(2026, 10, 20, 8, 0), "en", now))).toBe("Nov 20, 8:00 AM");
  });

  test("another day has its date and time", () => {
    expect(emailDate(at(2026, 10, 20, 23, 5), "ru", now)).toBe("20 нояб., 23:05");
    expect(plain(emailDate(at(2024, 1, 29, 8, 0), "en", now))).toBe("2/29/2024, 8:00 AM");
  });
});
