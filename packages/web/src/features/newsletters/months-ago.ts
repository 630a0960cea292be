/** The same day of an earlier month, or the last one of a month that has no such day. Pure: the present is given. */
export function monthsAgo(months: number, now: Date): Date {
  const date = new Date(now);
  date.setMonth(date.getMonth() - months);
  // The 31st of April would be the 1st of May, and letters of less than a month would count as older.
  if (date.getDate() !== now.getDate()) date.setDate(0);
  return date;
}
