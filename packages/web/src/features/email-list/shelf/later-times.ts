/** Until when a deadline can be put off: as long as it is one then. Pure: the present is given. */
import type { Deadline } from "@pismo/jmap";
import { momentOf, wallTime } from "../../../ical-vcard/index.ts";
import { mondayMorning, tomorrowMorning, toLocalInput, weekendMorning } from "../../../mail-ui/times/future-times.ts";

const offered = { tomorrow: tomorrowMorning, weekend: weekendMorning, nextWeek: mondayMorning };

export interface LaterTime {
  key: keyof typeof offered;
  date: Date;
}

/** Of a day its end, by the reader's clock; of a time that time, here and at its place. */
function isBefore(date: Date, { at, timeZone }: Pick<Deadline, "at" | "timeZone">): boolean {
  if (toLocalInput(date).slice(0, at.length) > at) return false;
  const wall = at.includes("T") ? wallTime(`${at}:00`) : undefined;
  const moment = wall === undefined || timeZone === null ? undefined : momentOf(wall, timeZone, []);
  return moment === undefined || date.getTime() <= moment;
}

export const laterTimes = (deadline: Pick<Deadline, "at" | "timeZone">, now: Date): LaterTime[] =>
  (["tomorrow", "weekend", "nextWeek"] as const)
    .map((key) => ({ key, date: offered[key](now) }))
    .filter(({ date }) => isBefore(date, deadline));
