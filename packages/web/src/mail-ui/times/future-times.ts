/** Moments that a person is offered for later, in the zone of the computer. Pure: the present is given. */

const MORNING_HOUR = 8;
const LAST_HOUR = 22;

/** A day's morning; the clock may be changed in the night before it. */
const morningIn = (days: number, now: Date): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING_HOUR);

export const tomorrowMorning = (now: Date): Date => morningIn(1, now);

/** Three hours from now, on the hour: not in the night, neither before this morning nor after this evening. */
export function laterToday(now: Date): Date | undefined {
  const hour = Math.max(now.getHours() + 3, MORNING_HOUR);
  const later = new Date(now.getFullYear(), now.getMonth(), now.getDate(), hour);
  return later.getDate() === now.getDate() && later.getHours() <= LAST_HOUR ? later : undefined;
}

/** Saturday's; on a Saturday the next one. */
export const weekendMorning = (now: Date): Date => morningIn((6 - now.getDay() + 7) % 7 || 7, now);

/** Of the next week. */
export const mondayMorning = (now: Date): Date => morningIn((8 - now.getDay()) % 7 || 7, now);

const two = (number: number): string => String(number).padStart(2, "0");

/** As an input for local dates and times has it. */
export function toLocalInput(date: Date): string {
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

export type TimeProblem = "missing" | "past" | "tooLate";

/** @param value of such an input */
export function readLocalInput(value: string, now: Date, maxSeconds: number): Date | TimeProblem {
  const date = new Date(value);
  if (value === "" || Number.isNaN(date.getTime())) return "missing";
  if (date <= now) return "past";
  return date.getTime() - now.getTime() > maxSeconds * 1000 ? "tooLate" : date;
}
