/** Between the moments of a vacation response (RFC 8621 §8) and the days of it, in the zone of the computer. Pure. */

const two = (number: number): string => String(number).padStart(2, "0");

/** As an input of the type "date" has it. */
const dayOf = (date: Date): string => [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");

/** The start of the day, or of one after it. */
function startOf(day: string, after = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + after);
}

const utcDate = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, "Z");

/** @returns "" where it has no beginning */
export const firstDayOf = (fromDate: string | null): string => (fromDate === null ? "" : dayOf(new Date(fromDate)));

/** `toDate` is the first moment without an answer. @returns "" where it has no end */
export const lastDayOf = (toDate: string | null): string =>
  toDate === null ? "" : dayOf(new Date(Date.parse(toDate) - 1));

export const fromDateOf = (day: string): string | null => (day === "" ? null : utcDate(startOf(day)));

export const toDateOf = (day: string): string | null => (day === "" ? null : utcDate(startOf(day, 1)));
