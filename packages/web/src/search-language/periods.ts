/** Dates as people type them, as spans of the person's own days: "yesterday", "2024", "на прошлой неделе". Pure. */
import { fold } from "./fold.ts";

/** Midnights in the browser's time zone; `to` is not included. */
export interface Period {
  from: Date;
  to: Date;
}

type Unit = "day" | "week" | "month" | "year";

const day = (year: number, month: number, date: number): Date => {
  const midnight = new Date(2000, 0, 1);
  midnight.setFullYear(year, month, date);
  return midnight;
};

const moved = (date: Date, unit: Unit, by: number): Date => {
  const [year, month, dayOfMonth] = [date.getFullYear(), date.getMonth(), date.getDate()];
  if (unit === "year") return day(year + by, month, dayOfMonth);
  if (unit === "month") return day(year, month + by, dayOfMonth);
  return day(year, month, dayOfMonth + by * (unit === "week" ? 7 : 1));
};

/** The unit's span around a date; weeks begin on Monday (ISO 8601). */
function around(date: Date, unit: Unit): Period {
  const [year, month, dayOfMonth] = [date.getFullYear(), date.getMonth(), date.getDate()];
  const from = {
    day: day(year, month, dayOfMonth),
    week: day(year, month, dayOfMonth - ((date.getDay() + 6) % 7)),
    month: day(year, month, 1),
    year: day(year, 0, 1),
  }[unit];
  return { from, to: moved(from, unit, 1) };
}

/** The same a number of units before. A month before the 31st is the month before, not its 31st. */
const before = (now: Date, unit: Unit, count: number): Period =>
  around(moved(around(now, unit).from, unit, -count), unit);

const relative: readonly (readonly [RegExp, Unit, number])[] = [
  [/^(?:today|сегодня)$/, "day", 0],
  [/^(?:yesterday|вчера)$/, "day", 1],
  [/^(?:day before yesterday|позавчера)$/, "day", 2],
  [/^(?:this week|(?:на )?этой неделе|эта неделя)$/, "week", 0],
  [/^(?:last week|(?:на )?прошлой неделе|прошлая неделя)$/, "week", 1],
  [/^(?:this month|(?:в )?этом месяце|этот месяц)$/, "month", 0],
  [/^(?:last month|(?:в )?прошлом месяце|прошлый месяц)$/, "month", 1],
  [/^(?:this year|(?:в )?этом году|этот год)$/, "year", 0],
  [/^(?:last year|(?:в )?прошлом году|прошлый год)$/, "year", 1],
  [/^неделю назад$/, "week", 1],
  [/^месяц назад$/, "month", 1],
  [/^год назад$/, "year", 1],
];

const units: readonly (readonly [RegExp, Unit])[] = [
  [/^(?:d|days?|д|дн|день|дня|дней)$/, "day"],
  [/^(?:w|weeks?|н|нед|неделя|недели|недель|неделю)$/, "week"],
  [/^(?:m|months?|м|мес|месяц|месяца|месяцев)$/, "month"],
  [/^(?:y|years?|г|год|года|лет)$/, "year"],
];

const months: readonly RegExp[] = [
  /^(?:jan(?:uary)?|янв(?:ар[ьяе])?)$/,
  /^(?:feb(?:ruary)?|фев(?:рал[ьяе])?)$/,
  /^(?:mar(?:ch)?|мар(?:та?|те)?)$/,
  /^(?:apr(?:il)?|апр(?:ел[ьяе])?)$/,
  /^(?:may|ма[йяе])$/,
  /^(?:june?|июн(?:[ьяе])?)$/,
  /^(?:july?|июл(?:[ьяе])?)$/,
  /^(?:aug(?:ust)?|авг(?:уста?|усте)?)$/,
  /^(?:sept?(?:ember)?|сен(?:т(?:ябр[ьяе])?)?)$/,
  /^(?:oct(?:ober)?|окт(?:ябр[ьяе])?)$/,
  /^(?:nov(?:ember)?|ноя(?:бр[ьяе])?)$/,
  /^(?:dec(?:ember)?|дек(?:абр[ьяе])?)$/,
];
const weekdays: readonly RegExp[] = [
  /^(?:sun(?:day)?|воскресенье|вс)$/,
  /^(?:mon(?:day)?|понедельник|пн)$/,
  /^(?:tue(?:s|sday)?|вторник|вт)$/,
  /^(?:wed(?:nesday)?|сред[ау]|ср)$/,
  /^(?:thu(?:rs|rsday)?|четверг|чт)$/,
  /^(?:fri(?:day)?|пятниц[ау]|пт)$/,
  /^(?:sat(?:urday)?|суббот[ау]|сб)$/,
];

const MIN_YEAR = 1970;
const MAX_YEAR = 9998;
const isYear = (year: number): boolean => year >= MIN_YEAR && year <= MAX_YEAR;

/** undefined for a day that there is not. */
function dayOf(year: number, month: number, date: number): Period | undefined {
  const from = day(year, month - 1, date);
  const exists = from.getFullYear() === year && from.getMonth() === month - 1 && from.getDate() === date;
  return exists && isYear(year) ? around(from, "day") : undefined;
}

function monthOf(year: number, month: number): Period | undefined {
  return isYear(year) && month >= 1 && month <= 12 ? around(day(year, month - 1, 1), "month") : undefined;
}

/** Without a year, the last one that has begun. */
function latest(now: Date, inYear: (year: number) => Period | undefined): Period | undefined {
  const year = now.getFullYear();
  const found = inYear(year);
  return found && found.from <= now ? found : inYear(year - 1);
}

/** @param isMonthFirst of "5/6/2024": as in the United States */
function inNumbers(text: string, now: Date, isMonthFirst: boolean): Period | undefined {
  const parts = text.split(/[./-]/);
  if (parts.length > 3 || !parts.every((part) => /^\d{1,4}$/.test(part))) return undefined;
  const [a = 0, b = 0, c = 0] = parts.map(Number);
  const isYearFirst = parts[0]!.length === 4;
  if (parts.length === 1) return isYearFirst && isYear(a) ? around(day(a, 0, 1), "year") : undefined;
  if (parts.length === 2) {
    if (isYearFirst) return monthOf(a, b);
    if (parts[1]!.length === 4) return monthOf(b, a);
    const [date, month] = isMonthFirst && text.includes("/") && a <= 12 ? [b, a] : [a, b];
    return latest(now, (year) => dayOf(year, month, date));
  }
  if (isYearFirst) return dayOf(a, b, c);
  const year = parts[2]!.length === 2 ? 2000 + c : c;
  const [date, month] = (isMonthFirst && text.includes("/") && a <= 12) || b > 12 ? [b, a] : [a, b];
  return dayOf(year, month, date);
}

function inWords(words: readonly string[], now: Date): Period | undefined {
  const rest = words[0] === "в" ? words.slice(1) : words.at(-1) === "года" ? words.slice(0, -1) : words;
  const named = rest.findIndex((word) => months.some((month) => month.test(word)));
  if (named < 0) {
    const weekday = rest.length === 1 ? weekdays.findIndex((each) => each.test(rest[0]!)) : -1;
    return weekday < 0 ? undefined : around(moved(now, "day", -((now.getDay() - weekday + 7) % 7)), "day");
  }
  const month = months.findIndex((each) => each.test(rest[named]!)) + 1;
  const numbers = rest.toSpliced(named, 1);
  if (!numbers.every((word) => /^\d{1,4},?$/.test(word))) return undefined;
  const [first, second] = numbers.map((word) => Number.parseInt(word, 10));
  if (first === undefined) return latest(now, (year) => monthOf(year, month));
  if (numbers.length > 2) return undefined;
  if (second !== undefined) return first > 31 ? undefined : dayOf(second, month, first);
  return numbers[0]!.length === 4 ? monthOf(first, month) : latest(now, (year) => dayOf(year, month, first));
}

/**
 * @param now the moment from which "yesterday" is counted
 * @param isMonthFirst what "5/6/2024" begins with; with points and hyphens the day or the year is first
 * @returns undefined for what is no date
 */
export function periodOf(text: string, now: Date, isMonthFirst: boolean): Period | undefined {
  const words = fold(text)
    .trim()
    .split(/[\s_]+/);
  const plain = words.join(" ");
  const known = relative.find(([pattern]) => pattern.test(plain));
  if (known) return before(now, known[1], known[2]);
  const [, count, unitName, ago] = /^(\d{1,4})\s?(\p{L}+)( ago| назад)?$/u.exec(plain) ?? [];
  const unit = units.find(([pattern]) => pattern.test(unitName ?? ""))?.[1];
  // "3d" as in Gmail; "3 days" without "ago" is no date.
  if (unit && (ago !== undefined || unitName!.length === 1)) {
    return around(
      moved(unit === "month" || unit === "year" ? lastDayKept(now, unit, Number(count)) : now, unit, -Number(count)),
      "day",
    );
  }
  return inNumbers(plain, now, isMonthFirst) ?? inWords(words, now);
}

/** A month before the 31st of March is the last day of February: the date that is moved must be in both. */
function lastDayKept(now: Date, unit: Unit, count: number): Date {
  const target = moved(around(now, unit === "year" ? "month" : unit).from, unit, -count);
  const lastDay = moved(around(target, "month").to, "day", -1).getDate();
  return day(now.getFullYear(), now.getMonth(), Math.min(now.getDate(), lastDay));
}

/** The words that the longest date at the beginning of a text has: at most five, "в прошлом году". */
const MAX_WORDS = 5;

/** The length of the date of several words with which a text begins; 0 where there is none. */
export function leadingPeriodLength(text: string, now: Date, isMonthFirst: boolean): number {
  const ends = [...text.matchAll(/\S+/gu)].slice(0, MAX_WORDS).map((match) => match.index + match[0].length);
  if (/^\s/u.test(text)) return 0;
  return ends.findLast((end, index) => index > 0 && periodOf(text.slice(0, end), now, isMonthFirst)) ?? 0;
}
