/** The memory that parsing hostile messages takes: measured in a process that ends when it needs more. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { enormousMessages } from "./support/enormous-messages.ts";

/** MB of objects; beyond, Node ends the process. A worker of the server may have three times as many. */
const heap = 256;
/** Octets of the whole process, the largest messages (50 MB) included. */
const resident = 1_000_000_000;

interface Parsed {
  what: string;
  /** Octets that the store has of it. */
  derivedBytes: number;
  peak: number;
}

test("all of them are parsed within 256 MB of objects and 1 GB in all", { timeout: 180_000 }, async () => {
  const child = fork(join(import.meta.dirname, "support/parse-child.ts"), {
    execArgv: [`--max-old-space-size=${heap}`],
  });
  const parsed: Parsed[] = [];
  child.on("message", (message) => parsed.push(message as Parsed));
  const [code] = (await once(child, "exit")) as [number | null];
  expect(parsed.map(({ what }) => what)).toEqual(Object.keys(enormousMessages));
  expect(code).toBe(0);
  expect(Math.max(...parsed.map(({ peak }) => peak))).toBeLessThan(resident);
  expect(parsed.filter(({ derivedBytes }) => derivedBytes > 10_000_000)).toEqual([]);
});
