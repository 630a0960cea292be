/** Whether a person wants to be left alone now. */
import type { QuietHours } from "@pismo/jmap";

/** The time of day there, as HH:MM. */
const timeIn = (timeZone: string, now: Date): string =>
  new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(now);

export function isQuiet(hours: QuietHours | null, now: Date): boolean {
  if (!hours) return false;
  const { from, until, timeZone } = hours;
  const time = timeIn(timeZone, now);
  // Over midnight it is either of the two parts.
  return from <= until ? time >= from && time < until : time >= from || time < until;
}
