/** Days and times as Russian and English letters write them. Pure. */
import { type Found, matchAt } from "./found.ts";
import { relativeDay } from "./relative-day.ts";

/** When a letter was written. */
export interface Written {
  /** Days without a year are near it. */
  sentAt: Date;
  /** Its day, where that is certain: "today" and "tomorrow" count from it. */
  today: string | null;
}

const months: Readonly<Record<string, number>> = {};
const monthsBy = months as Record<string, number>;
"янв фев мар апр мая июн июл авг сен окт ноя дек".split(" ").forEach((name, index) => (monthsBy[name] = index + 1));
"jan feb mar apr may jun jul aug sep oct nov dec".split(" ").forEach((name, index) => (monthsBy[name] = index + 1));

const MONTH =
  "(янв(?:аря|\\.)?|февр?(?:аля|\\.)?|мар(?:та|\\.)?|апр(?:еля|\\.)?|мая|июн(?:я|\\.)?|июл(?:я|\\.)?|авг(?:уста|\\.)?|сент?(?:ября|\\.)?|окт(?:ября|\\.)?|нояб?(?:ря|\\.)?|дек(?:абря|\\.)?" +
  "|jan(?:uary|\\.)?|feb(?:ruary|\\.)?|mar(?:ch|\\.)?|apr(?:il|\\.)?|may|june?\\.?|july?\\.?|aug(?:ust|\\.)?|sept?(?:ember|\\.)?|oct(?:ober|\\.)?|nov(?:ember|\\.)?|dec(?:ember|\\.)?)(?![a-zа-яё])";
const WEEKDAY =
  "(?:(?:понедельник|вторник|сред[ау]|четверг|пятниц[ау]|суббот[ау]|воскресенье|пн|вт|ср|чт|пт|сб|вс|mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)\\.?,? )?";
const LEAD =
  "(?:(?:не позднее|не позже|не ранее|до|к|с|по|на|во?|on or before|on|by|until|before|from|no later than|at|for|the)\\s)?(?:конца )?";
const YEAR = "(?:(?:,? |[-/])(\\d{4})(?!\\d)(?: ?г(?:ода|\\.)?(?![а-яё]))?)?";

const lead = new RegExp(`${LEAD}${WEEKDAY}(?:the )?`, "iy");
const weekdayBehind = new RegExp(`(?:,? \\(?${WEEKDAY.replace(",? )?", "),?\\)?")})?`, "iy");
const dayMonth = new RegExp(`(\\d{1,2})(?:st|nd|rd|th|-е|-го)?(?: of)?[ /-]${MONTH}${YEAR}`, "iy");
const monthDay = new RegExp(`${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?![\\d:])${YEAR}`, "iy");
const dotted = /(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?!\d|\.\d)(?: ?г(?:ода|\.)?(?![а-яё]))?/iy;
const slashed = /(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/y;
const iso = /(\d{4})-(\d{2})-(\d{2})(?!\d)/y;
const clock =
  /(?:T(?=\d\d:)|(?:[,;|•·]|\s[—–|•·-])?\s{0,2}\(?(?:(?:в|at|с|до|после|from|until|after|before|by|@|начало в)\s)?\(?)([01]?\d|2[0-3])(?:[:.]([0-5]\d)(?![:.]?\d)(?:\s?(am|pm|a\.m\.|p\.m\.)(?![a-z]))?|\s?(am|pm|a\.m\.|p\.m\.)(?![a-z]))/iy;
/** In the next line a time of the day has a word before it: "after 3 PM". */
const clockBelow = /\n(?=(?:at|from|after|until|by|before|в|с|после|до) \d)/y;

const two = (value: number): string => String(value).padStart(2, "0");

function isoDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && year > 1990 && year < 2100 ? `${year}-${two(month)}-${two(day)}` : null;
}

/** The year of a day without one: that in which it is nearest to the letter, rather after it. */
function nearYear(month: number, day: number, sentAt: Date): number {
  const year = sentAt.getUTCFullYear();
  const days = (Date.UTC(year, month - 1, day) - sentAt.getTime()) / 86_400_000;
  if (days < -90) return year + 1;
  return days > 275 ? year - 1 : year;
}

const monthNumber = (name: string): number => months[name.toLowerCase().slice(0, 3)] ?? 0;

const weekdays = ["sun|вс|воскр", "mon|пн|понед", "tue|вт", "wed|ср", "thu|чт|четв", "fri|пт|пятн", "sat|сб|субб"].map(
  (starts) => new RegExp(`(?:^|\\s)(?:${starts})`, "i"),
);
const weekdayOf = (words: string): number => weekdays.findIndex((name) => name.test(words));

/** @param weekday of what stands before the day, 0 for Sunday; -1 where none does */
function statedDay(text: string, at: number, sentAt: Date, weekday = -1): Found | null {
  const result = (year: string | undefined, month: number, day: string, length: number): Found | null => {
    const value = isoDay(year ? Number(year) : nearYear(month, Number(day), sentAt), month, Number(day));
    return value === null ? null : { value, end: at + length };
  };
  let found = matchAt(dayMonth, text, at);
  if (found) return result(found[3], monthNumber(found[2]!), found[1]!, found[0].length);
  found = matchAt(monthDay, text, at);
  if (found) return result(found[3], monthNumber(found[1]!), found[2]!, found[0].length);
  found = matchAt(iso, text, at);
  if (found) return result(found[1], Number(found[2]), found[3]!, found[0].length);
  found = matchAt(dotted, text, at);
  if (found) {
    const year = found[3]!.length === 2 ? `20${found[3]}` : found[3];
    return result(year, Number(found[2]), found[1]!, found[0].length);
  }
  found = matchAt(slashed, text, at);
  if (!found) return null;
  const [first, second] = [Number(found[1]), Number(found[2])];
  const dayFirst = result(found[3], second, found[1]!, found[0].length);
  const monthFirst = result(found[3], first, found[2]!, found[0].length);
  if (first > 12) return dayFirst;
  if (second > 12 || first === second) return monthFirst;
  // 05/12 is the fifth of December in London and the twelfth of May in Boston: only a weekday tells which.
  const isOn = (day: Found | null): boolean => day !== null && weekday === new Date(day.value).getUTCDay();
  return isOn(dayFirst) === isOn(monthFirst) ? null : isOn(dayFirst) ? dayFirst : monthFirst;
}

function withoutLead(text: string, at: number): number {
  const found = matchAt(lead, text, at);
  return found ? at + found[0].length : at;
}

const behindRelative = /,? \(?/y;

/** A day that begins at an offset, behind its preposition and weekday. */
function dayFrom(text: string, at: number, start: number, { sentAt, today }: Written): Found | null {
  const stated = statedDay(text, start, sentAt, weekdayOf(text.slice(at, start)));
  const relative = stated ? null : relativeDay(text, start, today);
  if (!relative) return stated;
  // "Tomorrow, Saturday 6 December" says it twice.
  const more = relative.end + (matchAt(behindRelative, text, relative.end)?.[0].length ?? 0);
  const same = statedDay(text, withoutLead(text, more), sentAt);
  if (same) return same.value === relative.value ? same : null;
  return relative;
}

/** A time of the day alone. */
export function readClock(text: string, at: number): Found | null {
  const found = matchAt(clock, text, at);
  if (!found) return null;
  let hours = Number(found[1]);
  const half = (found[3] ?? found[4])?.[0]?.toLowerCase();
  if (half && hours > 12) return null;
  if (half === "p" && hours < 12) hours += 12;
  if (half === "a" && hours === 12) hours = 0;
  const start = at + found[0].search(/\d/);
  return { value: `${two(hours)}:${found[2] ?? "00"}`, end: at + found[0].length, start };
}

/** A day, with or without a time behind it, of which only the day is told. */
export const readDay =
  (written: Written) =>
  (text: string, at: number): Found | null => {
    const start = withoutLead(text, at);
    const found = dayFrom(text, at, start, written);
    return found && { ...found, start };
  };

/** A day with its time, in either order; without a time the day alone where that is enough. */
export const readTime =
  (written: Written, mayBeDay = false) =>
  (text: string, at: number): Found | null => {
    const first = readClock(text, at);
    if (first) {
      const gap = matchAt(/(?:,|\s[—–|•·-])?\s{1,2}/y, text, first.end);
      const start = withoutLead(text, gap ? first.end + gap[0].length : first.end);
      const day = gap && dayFrom(text, first.end + gap[0].length, start, written);
      if (day) return { value: `${day.value}T${first.value}`, end: day.end, start: first.start! };
    }
    const start = withoutLead(text, at);
    const day = dayFrom(text, at, start, written);
    if (!day) return null;
    const end = day.end + (matchAt(weekdayBehind, text, day.end)?.[0].length ?? 0);
    const time = readClock(text, end) ?? readClock(text, end + (matchAt(clockBelow, text, end)?.[0].length ?? 0));
    if (time) return { value: `${day.value}T${time.value}`, end: time.end, start };
    return mayBeDay ? { ...day, start } : null;
  };

/** Of "5–7 December" or "Dec 5 – Dec 7" the last day: until then it has come. */
export const readLastDay =
  (written: Written) =>
  (text: string, at: number): Found | null => {
    const read = readDay(written);
    const start = withoutLead(text, at);
    const short = matchAt(/\d{1,2} ?[—–-] ?(?=\d{1,2}(?:st|nd|rd|th|-е|-го)? \p{L})/uy, text, start);
    const first = short ? { end: start + short[0].length } : read(text, at);
    if (!first) return null;
    const dash = short ?? matchAt(/ ?[—–-] ?| (?:to|and|по|до) /y, text, first.end);
    const last = dash && read(text, short ? first.end : first.end + dash[0].length);
    if (last) return { ...last, start };
    return "value" in first ? first : null;
  };
