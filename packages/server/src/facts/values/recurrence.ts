/** On which days a repeated event takes place (RFC 5545 §3.3.10): the rules that calendars offer to people. Pure, and bounded. */
import { wallTime } from "@pismo/jmap/ical";

const DAY = 86_400_000;
/** From the first day on, where the times have to be counted. */
const MAX_DAYS = 20_000;
const names = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const known = new Set(["FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST", "BYDAY", "BYMONTHDAY", "BYMONTH"]);

interface Weekday {
  /** Of the month, from its end where it is less than 0; 0: each. */
  nth: number;
  day: number;
}

interface Rule {
  frequency: "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";
  interval: number;
  count: number;
  /** As it is written. */
  until: string | undefined;
  weekStart: number;
  weekdays: Weekday[];
  monthDays: number[];
  months: number[];
}

const numbers = (list: string | undefined, least: number, greatest: number): number[] | undefined => {
  const found = (list ?? "").split(",").filter((each) => each !== "");
  const read = found.map((each) => (/^[+-]?\d{1,3}$/.test(each) ? Number(each) : Number.NaN));
  return read.every((each) => each >= least && each <= greatest && each !== 0) ? read : undefined;
};

function weekdaysIn(list: string | undefined): Weekday[] | undefined {
  const found = (list ?? "").split(",").filter((each) => each !== "");
  const read = found.flatMap((each): Weekday[] => {
    const [, nth = "0", name = ""] = /^([+-]?[1-5])?(SU|MO|TU|WE|TH|FR|SA)$/.exec(each) ?? [];
    return name === "" ? [] : [{ nth: Number(nth), day: names.indexOf(name) }];
  });
  return read.length === found.length ? read : undefined;
}

/** undefined: not certain what it means. */
function readRule(text: string): Rule | undefined {
  const parts = new Map(
    text
      .trim()
      .toUpperCase()
      .split(";")
      .filter((part) => part !== "")
      .map((part): [string, string] => {
        const [name = "", value = ""] = part.split("=");
        return [name, value];
      }),
  );
  if ([...parts.keys()].some((name) => !known.has(name))) return undefined;
  const frequency = parts.get("FREQ");
  if (frequency !== "DAILY" && frequency !== "WEEKLY" && frequency !== "MONTHLY" && frequency !== "YEARLY") {
    return undefined;
  }
  const [interval = Number.NaN] = numbers(parts.get("INTERVAL") ?? "1", 1, 999) ?? [];
  const count = Number(parts.get("COUNT") ?? Infinity);
  const weekdays = weekdaysIn(parts.get("BYDAY"));
  const monthDays = numbers(parts.get("BYMONTHDAY"), -31, 31);
  const months = numbers(parts.get("BYMONTH"), 1, 12);
  const isPlain = weekdays?.every(({ nth }) => nth === 0) ?? true;
  if (Number.isNaN(interval) || !(count >= 1) || !weekdays || !monthDays || !months) return undefined;
  // Of a week no day has a number; of a year they are counted in its months alone.
  if ((frequency === "DAILY" || frequency === "WEEKLY") && !isPlain) return undefined;
  if (frequency === "WEEKLY" && monthDays.length > 0) return undefined;
  if (frequency === "YEARLY" && weekdays.length > 0 && months.length === 0) return undefined;
  const weekStart = Math.max(0, names.indexOf(parts.get("WKST") ?? "MO"));
  return { frequency, interval, count, until: parts.get("UNTIL"), weekStart, weekdays, monthDays, months };
}

const weekdayOf = (day: number): number => (((Math.floor(day / DAY) + 4) % 7) + 7) % 7;

/** How many periods of the rule lie between the two. */
function periods({ frequency, weekStart }: Rule, from: number, to: number): number {
  const weekOf = (day: number): number => day - ((weekdayOf(day) - weekStart + 7) % 7) * DAY;
  if (frequency === "DAILY") return (to - from) / DAY;
  if (frequency === "WEEKLY") return (weekOf(to) - weekOf(from)) / (7 * DAY);
  const [first, last] = [new Date(from), new Date(to)];
  const years = last.getUTCFullYear() - first.getUTCFullYear();
  return frequency === "YEARLY" ? years : years * 12 + last.getUTCMonth() - first.getUTCMonth();
}

function isOn(rule: Rule, first: number, day: number): boolean {
  if (periods(rule, first, day) % rule.interval !== 0) return false;
  const { frequency, weekdays, monthDays, months } = rule;
  const [start, date] = [new Date(first), new Date(day)];
  const isFree = weekdays.length === 0 && monthDays.length === 0;
  if (months.length > 0 && !months.includes(date.getUTCMonth() + 1)) return false;
  if (frequency === "YEARLY" && isFree && months.length === 0 && date.getUTCMonth() !== start.getUTCMonth())
    return false;
  if (isFree && frequency === "WEEKLY") return weekdayOf(day) === weekdayOf(first);
  if (isFree && frequency !== "DAILY") return date.getUTCDate() === start.getUTCDate();
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  const at = date.getUTCDate();
  if (monthDays.length > 0 && !monthDays.includes(at) && !monthDays.includes(at - last - 1)) return false;
  const nths = new Set([0, Math.ceil(at / 7), -Math.ceil((last - at + 1) / 7)]);
  return weekdays.length === 0 || weekdays.some((each) => each.day === weekdayOf(day) && nths.has(each.nth));
}

export interface Repeated {
  /** The first time, as the walls show it: milliseconds. */
  start: number;
  rule: string;
  /** UNTIL in UTC: the moment that a wall time means. */
  momentOf: (wall: number) => number;
}

/** The times between the two, as the walls show them; undefined where the rule is none of the usual ones. */
export function timesBetween(
  { start, rule: text, momentOf }: Repeated,
  from: number,
  to: number,
): number[] | undefined {
  const rule = readRule(text);
  if (!rule) return undefined;
  const first = Math.floor(start / DAY) * DAY;
  const until = rule.until === undefined ? Infinity : wallTime(rule.until);
  if (until === undefined) return undefined;
  const isOver = (time: number): boolean => {
    if (rule.until === undefined) return false;
    if (!rule.until.includes("T")) return time >= until + DAY;
    return (rule.until.endsWith("Z") ? momentOf(time) : time) > until;
  };
  const isCounted = rule.count !== Infinity;
  const begin = isCounted ? first : Math.max(first, Math.floor(from / DAY) * DAY);
  if ((to - begin) / DAY > MAX_DAYS) return undefined;
  const times: number[] = [];
  let count = 0;
  for (let day = begin; day + (start - first) < to && count < rule.count; day += DAY) {
    // The first time counts, whatever the rule says.
    if (day !== first && !isOn(rule, first, day)) continue;
    count += 1;
    const time = day + (start - first);
    if (isOver(time)) break;
    if (time >= from) times.push(time);
  }
  return times;
}
