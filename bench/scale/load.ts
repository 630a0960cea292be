/** What people do in a day: assumptions, which a provider replaces by its own (`node bench/scale/run.ts --load FILE`). */
import { readFileSync } from "node:fs";
import type { Act } from "./costs.ts";

export interface Load {
  /** Of all mailboxes, those whose person comes on a day. */
  activeShare: number;
  /** Of those who come, those with a page open in the busiest minute. */
  openShare: number;
  /** Of each active person, in a day. */
  acts: Partial<Record<Act, number>>;
  /** Of each mailbox, in a day. */
  arrivals: number;
  /** In a mailbox, after years. */
  letters: number;
  /** Kilobytes. */
  messageSize: number;
  /** Shares of a day by its hours; scaled to their sum. */
  hours: readonly number[];
  /** Newsletters and alarms: arrivals at a multiple of the usual rate. */
  bursts: readonly { atHour: number; minutes: number; times: number }[];
}

const assumed: Load = {
  activeShare: 0.35,
  openShare: 0.3,
  acts: {
    "open the page": 6,
    "list or scroll": 40,
    "open a letter": 30,
    "mark a letter": 25,
    "move a letter": 10,
    search: 3,
    "save a draft": 8,
    "send a letter": 3,
  },
  arrivals: 40,
  letters: 5000,
  messageSize: 75,
  hours: [1, 1, 1, 1, 1, 2, 4, 7, 11, 13, 12, 10, 9, 10, 10, 9, 8, 7, 6, 5, 5, 4, 3, 2],
  bursts: [
    { atHour: 9, minutes: 10, times: 8 },
    { atHour: 18, minutes: 10, times: 8 },
  ],
};

export const loadFrom = (file: string | undefined): Load => ({
  ...assumed,
  ...(file !== undefined && (JSON.parse(readFileSync(file, "utf8")) as Partial<Load>)),
});

const HOUR = 3600;

/** Which part of a day's acts falls into this second. */
export function shareOf(second: number, { hours }: Load): number {
  const all = hours.reduce((sum, each) => sum + each, 0);
  return hours[Math.floor(second / HOUR)]! / all / HOUR;
}

export const burstOf = (second: number, { bursts }: Load): number =>
  bursts.find(({ atHour, minutes }) => second >= atHour * HOUR && second < atHour * HOUR + minutes * 60)?.times ?? 1;

/** Pages that are open in this second. */
export function openPages(second: number, mailboxes: number, load: Load): number {
  const hour = load.hours[Math.floor(second / HOUR)]!;
  return (mailboxes * load.activeShare * load.openShare * hour) / Math.max(...load.hours);
}
