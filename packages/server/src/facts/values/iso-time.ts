/** Times of schema.org (ISO 8601) and of calendars as local times with their zone. Pure. */

export interface LocalTime {
  /** "2026-12-05T14:35", or "2026-12-05" where no time is said. */
  local: string;
  /** "+03:00", or the name that the calendar gives. */
  zone: string | undefined;
}

const isReal = (year: string, month: string, day: string): boolean => {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && Number(year) > 1990 && Number(year) < 2100;
};

/** ISO 8601, extended or basic ("20261205T143500Z"). */
export function isoTime(text: string): LocalTime | undefined {
  const found =
    /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?\d\d(?:\.\d{1,9})?)?\s?(Z|[+-]\d\d:?\d\d|[+-]\d\d)?)?$/.exec(
      text.trim(),
    );
  if (!found) return undefined;
  const [, year = "", month = "", day = "", hours, minutes, offset] = found;
  if (!isReal(year, month, day) || Number(hours ?? 0) > 23 || Number(minutes ?? 0) > 59) return undefined;
  const date = `${year}-${month}-${day}`;
  const local = hours === undefined ? date : `${date}T${hours}:${minutes}`;
  if (offset === undefined) return { local, zone: undefined };
  if (offset === "Z") return { local, zone: "+00:00" };
  return { local, zone: `${offset.slice(0, 3)}:${offset.replace(":", "").slice(3) || "00"}` };
}

export const dayOf = (text: string): string | undefined => isoTime(text)?.local.slice(0, 10);
