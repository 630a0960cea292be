/** Days and times as Russian and English letters write them. Pure. */
import { type Found, matchAt } from "./found.ts";

const months: Readonly<Record<string, number>> = {};
const monthsBy = months as Record<string, number>;
"янв фев мар апр мая июн июл авг сен окт ноя дек".split(" ").forEach((name, index) => (monthsBy[name] = index + 1));
"jan feb mar apr may jun jul aug sep oct nov dec".split(" ").forEach((name, index) => (monthsBy[name] = index + 1));

const MONTH =
  "(янв(?:аря|\\.)?|февр?(?:аля|\\.)?|мар(?:та|\\.)?|апр(?:еля|\\.)?|мая|июн(?:я|\\.)?|июл(?:я|\\.)?|авг(?:уста|\\.)?|сент?(?:ября|\\.)?|окт(?:ября|\\.)?|нояб?(?:ря|\\.)?|дек(?:абря|\\.)?" +
  "|jan(?:uary|\\.)?|feb(?:ruary|\\.)?|mar(?:ch|\\.)?|apr(?:il|\\.)?|may|june?\\.?|july?\\.?|aug(?:ust|\\.)?|sept?(?:ember|\\.)?|oct(?:ober|\\.)?|nov(?:ember|\\.)?|dec(?:ember|\\.)?)(?![a-zа-яё])";
const WEEKDAY =
  "(?:(?:понедельник|вторник|сред[ау]|четверг|пятниц[ау]|суббот[ау]|воскресенье|пн|вт|ср|чт|пт|сб|вс|mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)\\.?,? )?";
const LEAD = "(?:(?:не позднее|не позже|до|к|с|по|on|by|until|before|from|no later than|at|the)\\s)?(?:конца )?";
const YEAR = "(?:,? (\\d{4})(?!\\d)(?: ?г(?:ода|\\.)?(?![а-яё]))?)?";

const lead = new RegExp(`${LEAD}${WEEKDAY}(?:the )?`, "iy");
const dayMonth = new RegExp(`(\\d{1,2})(?:st|nd|rd|th|-е|-го)?(?: of)? ${MONTH}${YEAR}`, "iy");
const monthDay = new RegExp(`${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?![\\d:])${YEAR}`, "iy");
const dotted = /(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?!\d|\.\d)(?: ?г(?:ода|\.)?(?![а-яё]))?/iy;
const slashed = /(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/y;
const iso = /(\d{4})-(\d{2})-(\d{2})(?!\d)/y;
const clock =
  /(?:[,;|•·]|\s[—–-])?\s{0,2}(?:(?:в|at|с|до|после|from|until|after|before|by|@|начало в)\s)?\(?([01]?\d|2[0-3])[:.]([0-5]\d)(?![:.]?\d)(?:\s?(am|pm|a\.m\.|p\.m\.)(?![a-z]))?/iy;

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

function dayAt(text: string, at: number, sentAt: Date): Found | null {
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
  // 05/12 is the fifth of December in London and the twelfth of May in Boston.
  if (first <= 12 && second <= 12 && first !== second) return null;
  return first > 12
    ? result(found[3], second, found[1]!, found[0].length)
    : result(found[3], first, found[2]!, found[0].length);
}

function withoutLead(text: string, at: number): number {
  const found = matchAt(lead, text, at);
  return found ? at + found[0].length : at;
}

/** A time of the day alone. */
export function readClock(text: string, at: number): Found | null {
  const found = matchAt(clock, text, at);
  if (!found) return null;
  let hours = Number(found[1]);
  const half = found[3]?.[0]?.toLowerCase();
  if (half && hours > 12) return null;
  if (half === "p" && hours < 12) hours += 12;
  if (half === "a" && hours === 12) hours = 0;
  const start = at + found[0].search(/\d/);
  return { value: `${two(hours)}:${found[2]}`, end: at + found[0].length, start };
}

/** A day, with or without a time behind it, of which only the day is told. */
export const readDay =
  (sentAt: Date) =>
  (text: string, at: number): Found | null => {
    const start = withoutLead(text, at);
    const found = dayAt(text, start, sentAt);
    return found && { ...found, start };
  };

/** A day with its time, in either order; without a time the day alone where that is enough. */
export const readTime =
  (sentAt: Date, mayBeDay = false) =>
  (text: string, at: number): Found | null => {
    const first = readClock(text, at);
    if (first) {
      const gap = matchAt(/(?:,|\s[—–-])?\s{1,2}/y, text, first.end);
      const start = withoutLead(text, gap ? first.end + gap[0].length : first.end);
      const day = gap && dayAt(text, start, sentAt);
      if (day) return { value: `${day.value}T${first.value}`, end: day.end, start: first.start! };
    }
    const start = withoutLead(text, at);
    const day = dayAt(text, start, sentAt);
    if (!day) return null;
    const weekday = matchAt(new RegExp(`(?: \\(?${WEEKDAY.replace(",? )?", "),?\\)?")})?`, "iy"), text, day.end);
    const time = readClock(text, weekday ? day.end + weekday[0].length : day.end);
    if (time) return { value: `${day.value}T${time.value}`, end: time.end, start };
    return mayBeDay ? { ...day, start } : null;
  };
