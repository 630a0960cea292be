/** What must be reached (issue "Instant"): against Roundcube over the same mailbox, in frames, or in plain numbers. */
import type { Figures } from "./server.ts";

interface Bound {
  value: number;
  /** More is better. */
  isFloor?: boolean;
}

type Rule = (peer: Figures) => Bound | undefined;

const atMost =
  (value: number): Rule =>
  () => ({ value });
const atLeast =
  (value: number): Rule =>
  () => ({ value, isFloor: true });
/** A part of what Roundcube takes for it, or for what it calls it. */
const partOf =
  (part: number, name: string): Rule =>
  (peer) => {
    const theirs = peer[name];
    return theirs === undefined ? undefined : { value: theirs * part };
  };

/** An act whose data are there. */
const oneFrame = atMost(1);

const rules: Readonly<Record<string, Rule>> = {
  "cold load, ms": partOf(1 / 3, "cold load, ms"),
  "JavaScript before the list, kB": atMost(160),
  "warm reload, ms": partOf(1 / 3, "warm reload, ms"),
  // Until a click on a row is heard. Roundcube's rows are seen no sooner than they can be used.
  "cold load until usable, ms": partOf(1 / 2, "cold load, ms"),
  "warm reload until usable, ms": partOf(1 / 2, "warm reload, ms"),
  // Fetched ahead, as the end of the list is.
  "folder opened for the first time, frames": oneFrame,
  "folder switch, frames": oneFrame,
  "back to the list, frames": oneFrame,
  "next letter by key, frames": oneFrame,
  "a place seen before, frames": oneFrame,
  "next page, ms": partOf(1 / 3, "next page, ms"),
  "far end of the list, frames": oneFrame,
  "a place not seen before, ms": partOf(1 / 3, "far end of the list, ms"),
  // Those in sight are fetched once the list is at rest.
  "open a plain letter, frames": oneFrame,
  "open an HTML letter, frames": oneFrame,
  "open a letter with files, frames": oneFrame,
  "open a letter again, frames": oneFrame,
  "open a letter that was not fetched, ms": partOf(1 / 4, "open a plain letter, ms"),
  "search by subject word painted, ms": atMost(50),
  "search by body word painted, ms": atMost(50),
  "search by operator painted, ms": atMost(50),
  "search by words and operators painted, ms": atMost(50),
  "search while typing painted, ms": atMost(50),
  "search by subject word, ms": atMost(50),
  "search by body word, ms": atMost(50),
  "search while typing, median ms": atMost(50),
  "flag painted, frames": oneFrame,
  "flag confirmed, ms": partOf(1 / 3, "flag confirmed, ms"),
  "read painted, frames": oneFrame,
  "read confirmed, ms": partOf(1 / 3, "read confirmed, ms"),
  "trash painted, frames": oneFrame,
  "trash confirmed, ms": partOf(1 / 3, "trash confirmed, ms"),
  "open compose, frames": atMost(2),
  "list calls a second, 8 sessions": (peer) => {
    const theirs = peer["list calls a second, 8 sessions"];
    return theirs === undefined ? undefined : { value: theirs * 10, isFloor: true };
  },
  "memory at rest, MB": atMost(120),
  "browser's heap after scrolling, MB": atMost(60),
  "import, letters a second": atLeast(2000),
  "import, memory MB": atMost(400),
  "import, list call beside it p99 ms": atMost(50),
  "start to the first answer, ms": atMost(1000),
  "list call, 1 account: p50 ms": atMost(5),
  "list call, 10000 accounts: p50 ms": atMost(5),
};

/** Of rows that are there for each method: PostgreSQL beside SQLite, all processes counted. */
function ruleOf(name: string): Rule | undefined {
  if (name.endsWith(": CPU, times SQLite's")) return atMost(3);
  return rules[name];
}

/** Code is the same for every mailbox; for a million Emails everything else may take twice as much. */
const isTheSameForAll = (name: string): boolean => name.startsWith("JavaScript");

/** @param size of the Inbox @param peer what Roundcube takes, of the largest mailbox that it was measured with */
export function boundOf(name: string, size: string, peer: Figures): Bound | undefined {
  const bound = ruleOf(name)?.(peer);
  if (!bound || !/^1m/i.test(size) || isTheSameForAll(name)) return bound;
  return { ...bound, value: bound.isFloor ? bound.value / 2 : bound.value * 2 };
}

const shortly = (value: number): string => String(value < 10 ? Math.round(value * 10) / 10 : Math.round(value));

/** "held: at most 57", "MISSED: at least 2000"; empty where nothing is asked for. */
export function verdictOf(name: string, value: number, size: string, peer: Figures): string {
  const bound = boundOf(name, size, peer);
  if (!bound) return "";
  const isHeld = bound.isFloor ? value >= bound.value : value <= bound.value;
  return `${isHeld ? "held" : "MISSED"}: at ${bound.isFloor ? "least" : "most"} ${shortly(bound.value)}`;
}
