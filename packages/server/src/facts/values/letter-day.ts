/** The day of a letter, from which "today" and "tomorrow" in it count. Pure. */

const HOUR = 3_600_000;
/** Midnight is not certain: letters wait, and those who write them live elsewhere. */
const MARGIN = 2 * HOUR;
/** Programs write UTC wherever they are: then the day has to be the same from California to Kamchatka. */
const anywhere = [-8 * HOUR, 12 * HOUR] as const;

/** @param sentAt ISO 8601, of the letter's own header @returns null where it could be another day */
export function letterDay(sentAt: string | null | undefined): string | null {
  const time = Date.parse(sentAt ?? "");
  if (Number.isNaN(time)) return null;
  const [, sign = "+", hours = "0", minutes = "0"] = /([+-])(\d\d):(\d\d)$/.exec(sentAt!) ?? [];
  const offset = (sign === "-" ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * 60_000);
  const [west, east] = offset === 0 ? anywhere : [offset - MARGIN, offset + MARGIN];
  const dayIn = (zone: number): string => new Date(time + zone).toISOString().slice(0, 10);
  return dayIn(west) === dayIn(east) ? dayIn(west) : null;
}
