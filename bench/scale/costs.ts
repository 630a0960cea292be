/** What each act of a person costs, from the newest kept result of `npm run bench -- --parts cluster`. */
import { lastStored } from "../report.ts";

/** Milliseconds of one core. */
export interface Cost {
  pismo: number;
  database: number;
}

/** The requests that an act consists of, by the rows of the result. */
const acts = {
  "open the page": ["Mailbox/get", "Identity/get", "list call"],
  "list or scroll": ["list call"],
  "open a letter": ["Email/get of a message", "Thread/get"],
  "mark a letter": ["Email/set, a keyword"],
  "move a letter": ["Email/set, moved"],
  search: ["Email/query of a word", "Email/get of 50 rows"],
  "save a draft": ["Email/set, a draft"],
  "send a letter": ["Email/set, a draft", "Email/import"],
  "a letter arrives": ["Email/import"],
  "an open page hears of a change": ["Email/changes", "Email/get of 50 rows"],
} as const satisfies Record<string, readonly string[]>;

export type Act = keyof typeof acts;
export const actNames = Object.keys(acts) as Act[];

export interface Costs {
  of: Record<Act, Cost>;
  /** Kilobytes in the database, without the message. */
  letterInDatabase: number;
  /** Kilobytes. */
  openPage: number;
  /** Megabytes, with what was in use when it was measured. */
  process: number;
}

/** @throws Error no such result was kept */
export async function measuredCosts(size = "10k on PostgreSQL"): Promise<Costs> {
  const figures = (await lastStored())[size];
  const figure = (name: string): number => {
    const value = figures?.[name];
    if (typeof value !== "number")
      throw new Error(`no kept result has "${name}": npm run bench -- --parts cluster --keep`);
    return value;
  };
  const costOf = (request: string): Cost => {
    const database = figure(`${request}: CPU ms of the database`);
    return { database, pismo: figure(`${request}: CPU ms`) - database };
  };
  const sum = (all: readonly Cost[]): Cost => ({
    pismo: all.reduce((total, { pismo }) => total + pismo, 0),
    database: all.reduce((total, { database }) => total + database, 0),
  });
  const of = Object.fromEntries(actNames.map((act) => [act, sum(acts[act].map(costOf))])) as Record<Act, Cost>;
  return {
    of,
    letterInDatabase: figure("a letter in the database, kB"),
    openPage: figure("memory of an open page, kB"),
    process: figure("memory of a process, MB"),
  };
}
