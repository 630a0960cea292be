/** Dates in tables of Excel: numbers that a format of their cell makes dates (ECMA-376, part 1, §18.8.30, §18.17.4). Pure. */

const MS_A_DAY = 86_400_000;
/** The last day of the year 9999. */
const LAST_DAY = 2_958_465;

/** Formats that every file may use without defining them. */
const isKnownDate = (id: number): boolean => (id >= 14 && id <= 22) || (id >= 45 && id <= 47);

/** Whether a format shows days or times; what stands in quotes or brackets, or behind a backslash, is no part of it. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return isKnownDate(id);
  const [first = ""] = code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\.|_./g, "").split(";");
  return /[dmyhs]/i.test(first) && !/general/i.test(first);
}

/** @param is1904 days are counted from 1904, as the oldest Macintosh did @returns undefined for no number of a day */
export function dateText(value: string, is1904: boolean): string | undefined {
  const days = Number(value);
  if (value === "" || !(days >= 0 && days <= LAST_DAY)) return undefined;
  // Lotus took 1900 for a leap year, and so does Excel: its numbers are right from 1 March 1900 on.
  const from = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const iso = new Date(from + Math.round((days * MS_A_DAY) / 1000) * 1000).toISOString();
  const [day = "", time = ""] = iso.slice(0, -5).split("T");
  if (days < 1) return time;
  return time === "00:00:00" ? day : `${day} ${time.replace(/:00$/, "")}`;
}
