import type { Birthday } from "../../store/contacts/card-fields.ts";

/** "12 апреля 1981", "April 12" or "1981", as much as is known; empty for what is no day. */
export function birthdayText({ day, month, year }: Birthday, language: string): string {
  if (month === "") return year;
  // Date.UTC takes the year 50 for 1950.
  const date = new Date(0);
  date.setUTCFullYear(year === "" ? 2000 : Number(year), Number(month) - 1, day === "" ? 1 : Number(day));
  if (Number.isNaN(date.getTime())) return "";
  return new Intl.DateTimeFormat(language, {
    timeZone: "UTC",
    month: "long",
    ...(day !== "" && { day: "numeric" }),
    ...(year !== "" && { year: "numeric" }),
  }).format(date);
}

/** January to December. */
export const monthNames = (language: string): string[] =>
  Array.from({ length: 12 }, (_, month) =>
    new Intl.DateTimeFormat(language, { timeZone: "UTC", month: "long" }).format(new Date(Date.UTC(2000, month, 1))),
  );
